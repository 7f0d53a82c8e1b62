import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectFolder } from '../../../runtime/settings/settings.ts'

export type ComposeService = {
  image: string
  command?: string[]
  environment?: Record<string, string>
  profiles?: string[]
  ports?: string[]
  healthcheck?: { test: string[] }
}
export type ComposeFile = {
  services: Record<string, ComposeService>
  configs: Record<string, { content: string }>
}

export const composeText: string = readFileSync(join(projectFolder, 'docker-compose.yml'), 'utf8')

/** The file as it is written, with its variables. */
export const composeFile = parse(composeText, { merge: true }) as ComposeFile

/** The file as Docker Compose reads it with these variables. Throws if a required one is missing or empty. */
export function readComposeWith(variables: Readonly<Record<string, string>>): ComposeFile {
  const text = composeText.replaceAll(
    /\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g,
    (whole, name?: string, kind?: string, rest = '') => {
      if (name === undefined) return '$'
      const value = variables[name] ?? ''
      if (value !== '') return value
      if (kind === '?') throw new Error(`required variable ${name} is missing a value: ${rest}`)
      return kind === '-' ? rest : whole
    },
  )
  return parse(text, { merge: true }) as ComposeFile
}
