import { expect, it } from 'vitest'
import { redisFailure } from './redis-failure.ts'

it.each([
  ['WRONGPASS invalid username-password pair or user is disabled.', 'password is wrong'],
  ['NOAUTH HELLO must be called with the client already authenticated', 'wants a password'],
  ["NOPERM this user has no permissions to run the 'set' command", 'may not run'],
  ['ERR DB index is out of range', 'no database of that number'],
  ["OOM command not allowed when used memory > 'maxmemory'.", 'Raise maxmemory'],
  ["READONLY You can't write against a read only replica.", 'address of the primary'],
  ['MISCONF Redis is configured to save RDB snapshots', 'cannot save to its disk'],
  [
    'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
    'Set NODE_EXTRA_CA_CERTS',
  ],
  ['unable to verify the first certificate', 'is not trusted'],
  ['certificate has expired', 'has expired'],
  ["Hostname/IP does not match certificate's altnames: Host: 10.0.0.1", 'another host name'],
  ['connect ECONNREFUSED 127.0.0.1:6379', 'Nothing listens there.'],
  ['getaddrinfo ENOTFOUND redis.invalid', 'host name is unknown'],
  ['getaddrinfo EAI_AGAIN redis.example.com', 'could not be looked up'],
  ['connect ETIMEDOUT', 'does not respond'],
  ['Command timed out', 'does not respond'],
  ["Socket timeout. Expecting data, but didn't receive any in 1000ms.", 'does not respond'],
  ['no reply in time', 'does not respond'],
  ['the connection was closed', 'connection was cut'],
  ['write EPIPE', 'connection was cut'],
  ['Unknown RESP type 72 "H". Please report this.', 'this is a port of Redis'],
  ['LOADING Redis is loading the dataset in memory', 'It said: LOADING Redis is loading'],
])('says what to check: %s', (reason, words) => {
  expect(redisFailure(reason)).toContain(words)
})
