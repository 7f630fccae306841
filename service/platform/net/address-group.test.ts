import { expect, it } from 'vitest'
import { addressGroup, plainAddress } from './address-group.ts'

it.each([
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::FFFF:10.1.2.3', '10.1.2.3'],
  ['10.1.2.3', '10.1.2.3'],
  ['fe80::1', 'fe80::1'],
  [undefined, ''],
])('%s is %s', (address, plain) => expect(plainAddress(address)).toBe(plain))

it.each([
  ['127.0.0.1', '127.9.8.7'],
  ['127.0.0.1', '::1'],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
  ['2001:db8::1', '2001:db8:0:0:5::'],
  ['fe80::1%eth0', 'fe80::2%eth0'],
])('%s and %s are one', (one, other) => expect(addressGroup(one)).toBe(addressGroup(other)))

it.each([
  ['10.0.0.1', '10.0.0.2'],
  ['127.0.0.1', '128.0.0.1'],
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['::2', '::1'],
])('%s and %s are two', (one, other) => expect(addressGroup(one)).not.toBe(addressGroup(other)))
