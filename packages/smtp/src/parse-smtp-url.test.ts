import { expect, it } from 'vitest'
import { parseSmtpUrl, type SmtpServer } from './parse-smtp-url.ts'

const login = { user: 'ken@example.com', password: 'p:w/ %' }

it.each<[url: string, server: SmtpServer]>([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, encryption: 'starttls', login: null }],
  ['smtp://mail.example.com:25/', { host: 'mail.example.com', port: 25, encryption: 'starttls', login: null }],
  ['smtp://relay:25?tls=none', { host: 'relay', port: 25, encryption: 'none', login: null }],
  ['SMTPS://ken%40example.com:p%3Aw%2F%20%25@mail', { host: 'mail', port: 465, encryption: 'from_start', login }],
  ['smtps://localhost:2465', { host: 'localhost', port: 2465, encryption: 'from_start', login: null }],
  ['smtp://localhost', { host: 'localhost', port: 587, encryption: 'none', login: null }],
  ['smtp://127.8.9.1:1025', { host: '127.8.9.1', port: 1025, encryption: 'none', login: null }],
  ['smtp://[::1]:1025', { host: '::1', port: 1025, encryption: 'none', login: null }],
  ['smtp://127.0.0.1:25?tls=required', { host: '127.0.0.1', port: 25, encryption: 'starttls', login: null }],
  ['smtp://127.example.com', { host: '127.example.com', port: 587, encryption: 'starttls', login: null }],
  ['smtp://[2001:db8::7]', { host: '2001:db8::7', port: 587, encryption: 'starttls', login: null }],
])('reads %s', (url, server) => {
  expect(parseSmtpUrl(url)).toEqual(server)
})

it.each([
  '',
  'mail.example.com',
  'http://mail',
  'smtp:mail',
  'smtp://',
  'smtp:///path',
  'smtp://mail/path',
  'smtp://mail#part',
  'smtp://mail:port',
  'smtp://user@mail',
  'smtp://:pass@mail',
  'smtp://user:%zz@mail',
  'smtp://mail?tls=maybe',
  'smtp://mail?logger=true',
  'smtp://mail?tls=none&proxy=http://proxy',
  'smtps://mail?tls=none',
])('knows no server in %j', (url) => {
  expect(parseSmtpUrl(url)).toBeNull()
})
