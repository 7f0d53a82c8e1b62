import { LegislogError } from '../../schemas/errors.ts'
import { accountBinding, liveSecrets, type SealedSecret } from './endpoint-secrets.ts'
import type { SecretBox } from './secret-box.ts'

/** The secret of an endpoint as its owner can read it again. */
export type ReadableSecrets = {
  readonly secret: string
  readonly created_at: string
  /** Replaced secrets that still sign. */
  readonly former: readonly { readonly created_at: string; readonly expires_at: string }[]
}

export function readableSecrets(
  box: SecretBox,
  accountId: number,
  secrets: readonly SealedSecret[],
  now: Date,
): ReadableSecrets {
  const [newest, ...former] = liveSecrets(secrets, now)
  if (newest === undefined) throw unreadable()
  return {
    secret: open(box, accountId, newest.sealed),
    created_at: instant(newest.created_at),
    former: former.flatMap(({ created_at, expires_at }) =>
      expires_at === null ? [] : [{ created_at: instant(created_at), expires_at: instant(expires_at) }],
    ),
  }
}

function open(box: SecretBox, accountId: number, sealed: string): string {
  try {
    return box.open(sealed, accountBinding(accountId))
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** Stored with milliseconds, shown with microseconds as every time. */
const instant = (text: string): string => `${new Date(text).toISOString().slice(0, -1)}000Z`

const unreadable = (cause?: unknown) =>
  new LegislogError('webhook_conflict', 'the secret can no longer be decrypted: rotate it', { cause })
