import type { SecretBox } from './secret-box.ts'
import { decodeSecret } from './signature.ts'

/** A secret as an endpoint's row stores it. The newest never expires; a replaced one signs until it expires. */
export type SealedSecret = {
  readonly sealed: string
  readonly created_at: string
  readonly expires_at: string | null
}

const MAX_LIVE_SECRETS = 5

/** Binds a secret to its account: a row that is copied to another account cannot be decrypted there. */
export function accountBinding(accountId: number): string {
  return `account:${accountId}`
}

export function liveSecrets(secrets: readonly SealedSecret[], now: Date): SealedSecret[] {
  return secrets.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > now.getTime())
}

/**
 * The keys to sign with, newest first. Leaves out former keys that cannot be decrypted because the box's key was
 * lost: an endpoint works again after one rotation. Throws if the newest cannot be decrypted.
 */
export function signingKeys(
  box: SecretBox,
  accountId: number,
  secrets: readonly SealedSecret[],
  now: Date,
): Buffer[] {
  const keyOf = ({ sealed }: SealedSecret) => decodeSecret(box.open(sealed, accountBinding(accountId)))
  const [newest, ...former] = liveSecrets(secrets, now)
  if (newest === undefined) return []
  return [
    keyOf(newest),
    ...former.flatMap((secret) => {
      try {
        return [keyOf(secret)]
      } catch {
        // Its key was lost: the newest secret still signs.
        return []
      }
    }),
  ]
}

/** The secrets after a rotation: the new one first, then the former ones until `overlap_ms` has passed. */
export function rotateSecrets(
  secrets: readonly SealedSecret[],
  sealed: string,
  now: Date,
  overlap_ms: number,
): SealedSecret[] {
  const end = now.getTime() + overlap_ms
  const former = liveSecrets(secrets, now).map((secret) => ({
    ...secret,
    expires_at: new Date(
      Math.min(end, secret.expires_at === null ? end : Date.parse(secret.expires_at)),
    ).toISOString(),
  }))
  const added = { sealed, created_at: now.toISOString(), expires_at: null }
  return [added, ...(overlap_ms > 0 ? former : [])].slice(0, MAX_LIVE_SECRETS)
}
