import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackAddress, isLoopbackHost } from '#api/http/connect/loopback.ts';

const addresses = ['127.0.0.1', '127.9.8.7', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'];
const elsewhere = ['128.0.0.1', '10.0.0.127', '0.0.0.0', '::', '::2', '::ffff:8.8.8.8', 'fe80::1'];
const otherNames = [
  '',
  '.localhost',
  'localhost.example',
  '127.0.0.1.example',
  '127.1',
  '127.0.0.999',
  '127.example',
];

test('an address of this machine is one in any spelling', () => {
  for (const address of addresses) {
    assert.ok(isLoopbackAddress(address), address);
    assert.ok(isLoopbackHost(address.includes(':') ? `[${address}]` : address), address);
  }
  for (const name of ['localhost', 'LocalHost', 'a.localhost', 'a.b.localhost']) {
    assert.ok(isLoopbackHost(name), name);
    assert.ok(!isLoopbackAddress(name), name);
  }
});

test('any other address or name is none', () => {
  for (const other of [...elsewhere, ...otherNames]) {
    assert.ok(!isLoopbackAddress(other), other);
    assert.ok(!isLoopbackHost(other.includes(':') ? `[${other}]` : other), other);
  }
});
