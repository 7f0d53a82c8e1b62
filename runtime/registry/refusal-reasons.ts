import { type EventSchema, registeredText } from '../../schemas/log/schema-files.ts'
import { registryAuthorization, schemaRegistryUrl } from '../settings/addresses.ts'
import type { Settings } from '../settings/settings.ts'

const TIMEOUT_MS = 10_000
const COMPATIBLE_API = /\/apis\/ccompat\/v\d+\/?$/

type Cause = { readonly description?: unknown; readonly context?: unknown }

/**
 * Explains why a schema is refused. The Confluent-compatible API of the registry only says that it is. Apicurio's own
 * API gives the reasons for a dry run of a version. Never empty.
 */
export async function reasonsOf(settings: Settings, subject: string, schema: EventSchema): Promise<string[]> {
  const host = schemaRegistryUrl(settings)
  const unexplained = [
    `the registry refuses it without a reason: it is not BACKWARD_TRANSITIVE to the versions in ${subject}`,
  ]
  if (!COMPATIBLE_API.test(host)) return unexplained
  const artifact = `/apis/registry/v3/groups/default/artifacts/${encodeURIComponent(subject)}`
  try {
    const response = await fetch(`${host.replace(COMPATIBLE_API, artifact)}/versions?dryRun=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...registryAuthorization(settings) },
      body: JSON.stringify({ content: { content: registeredText(schema), contentType: 'application/json' } }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { causes, title } = (await response.json()) as { causes?: unknown; title?: unknown }
    if (Array.isArray(causes) && causes.length > 0) return causes.map(reason)
    return response.status === 409 && typeof title === 'string' ? [title] : unexplained
  } catch {
    // The refusal is already known; only its reason is missing.
    return unexplained
  }
}

function reason({ description, context }: Cause): string {
  return `${String(description)} at ${String(context)}`
}
