import { LegislogError } from '../../schemas/errors.ts'
import { registryAuthorization, schemaRegistryUrl } from '../settings/addresses.ts'
import type { Settings } from '../settings/settings.ts'

const TIMEOUT_MS = 10_000

/** It does not exist yet; or another process created it at the same moment, or a rule refuses it. */
const answered = new Set([404, 409])

export type RegistryAnswer = { readonly status: number; readonly body: Record<string, unknown> }

/** One request to the registry, `path` below its address. Throws `registry_unreachable`. */
export async function askRegistry(
  settings: Settings,
  method: string,
  path: string,
  body: object,
): Promise<RegistryAnswer> {
  const host = schemaRegistryUrl(settings)
  try {
    const response = await fetch(host + path, {
      method,
      headers: {
        'content-type': 'application/vnd.schemaregistry.v1+json',
        ...registryAuthorization(settings),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // An answer without JSON is judged by its status.
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
    if (!response.ok && !answered.has(response.status)) {
      throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    }
    return { status: response.status, body: answer }
  } catch (error) {
    throw registryUnreachable(host, error)
  }
}

export function registryUnreachable(host: string, error: unknown): LegislogError {
  return new LegislogError(
    'registry_unreachable',
    `the schema registry at ${host} failed: ${messageOf(error)}`,
    {
      cause: error,
    },
  )
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
