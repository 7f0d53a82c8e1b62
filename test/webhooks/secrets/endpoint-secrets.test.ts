import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  accountBinding,
  liveSecrets,
  rotateSecrets,
  signingKeys,
} from '../../../webhooks/secrets/endpoint-secrets.ts'
import { createSecretBox } from '../../../webhooks/secrets/secret-box.ts'
import { decodeSecret, makeSecret } from '../../../webhooks/secrets/signature.ts'

const at = (seconds: number) => new Date(1_767_225_600_000 + seconds * 1000)

describe('the secrets of an endpoint', () => {
  it('are sealed so that only their key and their account open them', () => {
    const box = createSecretBox(randomBytes(32))
    const sealed = box.seal('whsec_secret', 'account:1')
    expect(sealed).not.toContain('whsec')
    expect(box.seal('whsec_secret', 'account:1')).not.toBe(sealed)
    expect(box.open(sealed, 'account:1')).toBe('whsec_secret')
    expect(() => box.open(sealed, 'account:2')).toThrow()
    expect(() => createSecretBox(randomBytes(32)).open(sealed, 'account:1')).toThrow()
  })

  it('overlap during a rotation, the new one first', () => {
    const one = rotateSecrets([], 'one', at(0), 0)
    const two = rotateSecrets(one, 'two', at(100), 3_600_000)
    expect(liveSecrets(two, at(101)).map(({ sealed }) => sealed)).toEqual(['two', 'one'])
    expect(liveSecrets(two, at(100 + 3_600)).map(({ sealed }) => sealed)).toEqual(['two'])
  })

  it('end at once without an overlap, and never live longer because of another rotation', () => {
    const one = rotateSecrets([], 'one', at(0), 0)
    expect(rotateSecrets(one, 'two', at(1), 0).map(({ sealed }) => sealed)).toEqual(['two'])
    const three = rotateSecrets(rotateSecrets(one, 'two', at(0), 60_000), 'three', at(30), 3_600_000)
    expect(liveSecrets(three, at(61)).map(({ sealed }) => sealed)).toEqual(['three', 'two'])
  })

  it('sign again after a rotation if the sealing key was lost, for any overlap', () => {
    const lost = createSecretBox(randomBytes(32))
    const box = createSecretBox(randomBytes(32))
    const [former, secret] = [makeSecret(), makeSecret()]
    const held = rotateSecrets([], lost.seal(former, accountBinding(1)), at(0), 0)
    expect(() => signingKeys(box, 1, held, at(1))).toThrow()
    const rotated = rotateSecrets(held, box.seal(secret, accountBinding(1)), at(1), 86_400_000)
    expect(signingKeys(box, 1, rotated, at(2))).toEqual([decodeSecret(secret)])
    const again = makeSecret()
    const twice = rotateSecrets(rotated, box.seal(again, accountBinding(1)), at(2), 86_400_000)
    expect(signingKeys(box, 1, twice, at(3))).toEqual([decodeSecret(again), decodeSecret(secret)])
  })

  it('are limited to five', () => {
    const names = ['1', '2', '3', '4', '5', '6', '7']
    const last = names.reduce<ReturnType<typeof rotateSecrets>>(
      (held, name) => rotateSecrets(held, name, at(1), 86_400_000),
      [],
    )
    expect(last.map(({ sealed }) => sealed)).toEqual(['7', '6', '5', '4', '3'])
  })
})
