import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { projectFolder, type Settings } from '../runtime/settings/settings.ts'
import { LegislogError } from '../schemas/errors.ts'

export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer }

/** The certificate and the key that the API listens with; undefined if it listens without TLS. Throws `setting_invalid`. */
export function readTlsFiles({ tls_cert, tls_key }: Settings): TlsFiles | undefined {
  if (tls_cert === '' && tls_key === '') return undefined
  if (tls_cert === '' || tls_key === '') {
    throw new LegislogError('setting_invalid', 'TLS_CERT and TLS_KEY must be set together')
  }
  const files = { cert: readPem('TLS_CERT', tls_cert), key: readPem('TLS_KEY', tls_key) }
  try {
    createSecureContext(files)
  } catch (cause) {
    const message = `TLS_CERT (${tls_cert}) and TLS_KEY (${tls_key}) are no certificate and its key`
    throw new LegislogError('setting_invalid', message, { cause })
  }
  return files
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(resolve(projectFolder, file))
  } catch (cause) {
    throw new LegislogError('setting_invalid', `${name} is ${JSON.stringify(file)}, which cannot be read`, {
      cause,
    })
  }
}
