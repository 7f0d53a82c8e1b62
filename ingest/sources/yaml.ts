import { parse } from 'yaml'
import { LegislogError } from '../../schemas/errors.ts'

/** The core schema leaves days as the texts they are; district numbers become numbers and are read as texts again. */
export function parseYaml(text: string): unknown {
  try {
    const value: unknown = parse(text, {
      schema: 'core',
      prettyErrors: false,
      uniqueKeys: false,
      strict: false,
      logLevel: 'error',
    })
    // What holds itself by an alias cannot be walked through.
    if (/[&*]\S/u.test(text)) JSON.stringify(value)
    return value
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new LegislogError('record_unreadable', `no YAML: ${message.slice(0, 200).toWellFormed()}`, {
      cause,
    })
  }
}
