import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { homeFolder, type Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { createSecretBox, type SecretBox } from './secret-box.ts'

/**
 * The key that encrypts endpoint secrets: the setting, or a key that is generated once under LEGISLOG_HOME, readable
 * by its owner only. Without it no webhook can be signed. Back it up separately from the database.
 */
export async function openSecretBox(settings: Settings): Promise<SecretBox> {
  if (settings.webhook_secret_key !== '')
    return createSecretBox(decode(settings.webhook_secret_key, 'WEBHOOK_SECRET_KEY'))
  const file = join(homeFolder(settings), 'webhook-secret-key')
  return createSecretBox(decode(await readOrMake(file), file))
}

async function readOrMake(file: string): Promise<string> {
  return (await readKey(file)) ?? (await makeKey(file))
}

/** If two processes start together, only one creates the key, and no process reads a partly written file. */
async function makeKey(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return (await readKey(file)) ?? ''
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

function decode(text: string, where: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) {
    throw new LegislogError('setting_invalid', `${where} has ${key.length} bytes; it must have 32, in base64`)
  }
  return key
}
