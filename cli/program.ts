import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { projectFolder } from '../runtime/settings/settings.ts'
import { type Registration, registrations } from './commands.ts'

/**
 * Builds the command line for these arguments. It contains only the group that the first argument names, none
 * for the version, and all for help or an unknown name. It throws instead of ending the process.
 */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('legislog')
    .description('Legislative records as an event log: services, ingest, projections, API and webhooks')
    .version(version())
    .showHelpAfterError('(legislog --help lists the commands)')
    .exitOverride()
  const [first = ''] = args
  const named = registrations.filter(({ names }) => names.includes(first))
  const needsNone = ['--version', '-V'].includes(first)
  await registerAll(program, named.length > 0 || needsNone ? named : registrations)
  throwInsteadOfEnding(program)
  return program
}

export async function registerAll(program: Command, chosen: readonly Registration[]): Promise<void> {
  for (const { load } of chosen) (await load())(program)
}

/** Commands inherit this only when they are made by it before: ours are made by their own files. */
function throwInsteadOfEnding(command: Command): void {
  command.exitOverride().configureOutput({ outputError: printWrongUsage })
  for (const child of command.commands) throwInsteadOfEnding(child)
}

function printWrongUsage(text: string, write: (text: string) => void): void {
  write(text.replace(/^error: /, 'legislog: usage: '))
}

function version(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return manifest.version
}
