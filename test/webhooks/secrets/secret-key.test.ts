import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSecretBox } from '../../../webhooks/secrets/secret-key.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { testSettings } from '../../support/harness/settings.ts'

async function home(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-home-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('the key that seals secrets', () => {
  it('is made once, readable only by its owner, and shared by processes that start together', async () => {
    const settings = testSettings({ home: await home(), webhook_secret_key: '' })
    const [one, ...others] = await Promise.all(Array.from({ length: 40 }, () => openSecretBox(settings)))
    if (one === undefined) throw new Error('none was opened')
    for (const other of others) expect(other.open(one.seal('a', 'x'), 'x')).toBe('a')
    expect(await readdir(settings.home)).toEqual(['webhook-secret-key'])
    const file = join(settings.home, 'webhook-secret-key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const kept = await readFile(file, 'utf8')
    const three = await openSecretBox(settings)
    expect(three.open(one.seal('b', 'x'), 'x')).toBe('b')
    expect(await readFile(file, 'utf8')).toBe(kept)
  })

  it('comes from the setting if there is one', async () => {
    const settings = testSettings({
      home: await home(),
      webhook_secret_key: randomBytes(32).toString('base64'),
    })
    await openSecretBox(settings)
    await expect(stat(join(settings.home, 'webhook-secret-key'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is refused if it is not 32 bytes', async () => {
    const folder = await home()
    const short = testSettings({ home: folder, webhook_secret_key: 'c2hvcnQ=' })
    await expect(openSecretBox(short)).rejects.toMatchObject({ code: 'setting_invalid' })
    await writeFile(join(folder, 'webhook-secret-key'), 'damaged')
    const damaged = testSettings({ home: folder, webhook_secret_key: '' })
    await expect(openSecretBox(damaged)).rejects.toMatchObject({ code: 'setting_invalid' })
  })
})
