import { expect, it } from 'vitest'
import { parseSmtpUrl, type SmtpServer } from './parse-smtp-url.ts'

const login = { user: 'ken@example.com', password: 'p:w/ %' }

it.each<{ readonly url: string; readonly server: SmtpServer }>([
  {
    url: 'smtp://mail.example.com',
    server: { host: 'mail.example.com', port: 587, encryption: 'starttls', login: null },
  },
  {
    url: 'smtp://mail.example.com:25/',
    server: { host: 'mail.example.com', port: 25, encryption: 'starttls', login: null },
  },
  {
    url: 'smtp://relay:25?tls=none',
    server: { host: 'relay', port: 25, encryption: 'none', login: null },
  },
  {
    url: 'SMTPS://ken%40example.com:p%3Aw%2F%20%25@mail',
    server: { host: 'mail', port: 465, encryption: 'from_start', login },
  },
  {
    url: 'smtps://localhost:2465',
    server: { host: 'localhost', port: 2465, encryption: 'from_start', login: null },
  },
  {
    url: 'smtp://localhost',
    server: { host: 'localhost', port: 587, encryption: 'none', login: null },
  },
  {
    url: 'smtp://127.8.9.1:1025',
    server: { host: '127.8.9.1', port: 1025, encryption: 'none', login: null },
  },
  {
    url: 'smtp://[::1]:1025',
    server: { host: '::1', port: 1025, encryption: 'none', login: null },
  },
  {
    url: 'smtp://127.0.0.1:25?tls=required',
    server: { host: '127.0.0.1', port: 25, encryption: 'starttls', login: null },
  },
  {
    url: 'smtp://127.example.com',
    server: { host: '127.example.com', port: 587, encryption: 'starttls', login: null },
  },
  {
    url: 'smtp://[2001:db8::7]',
    server: { host: '2001:db8::7', port: 587, encryption: 'starttls', login: null },
  },
])('reads $url', ({ url, server }) => {
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
