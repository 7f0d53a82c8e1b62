import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { projectFolder } from '../runtime/settings.ts'
import { registrations } from './commands.ts'

/** The command line with all commands. It throws where it would end the process. */
export function createProgram(): Command {
  const program = new Command('legislog')
    .description('Legislative records as an event log: services, ingest, projections, API and webhooks')
    .version(version())
    .showHelpAfterError('(legislog --help lists the commands)')
    .exitOverride()
  for (const register of registrations) register(program)
  throwInsteadOfEnding(program)
  return program
}

/** Commands inherit this only when they are made by it before: ours are made by their own files. */
function throwInsteadOfEnding(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) throwInsteadOfEnding(child)
}

function version(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return manifest.version
}
