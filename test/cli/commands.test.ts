import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { registrations } from '../../cli/commands.ts'
import { registerAll } from '../../cli/program.ts'

describe('the commands', () => {
  it.each(registrations.map((registration) => [registration.names.join(', '), registration] as const))(
    'are found by the names that their group registers: %s',
    async (_names, registration) => {
      const program = new Command()
      await registerAll(program, [registration])
      expect(program.commands.map((command) => command.name())).toEqual(registration.names)
    },
  )

  it('have unique names, a description and --json', async () => {
    const program = new Command()
    await registerAll(program, registrations)
    const leaves = (command: Command): Command[] =>
      command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
    for (const command of leaves(program)) {
      expect(command.description(), command.name()).not.toBe('')
      expect(
        command.options.map((option) => option.long),
        command.name(),
      ).toContain('--json')
    }
    const names = registrations.flatMap((registration) => registration.names)
    expect(new Set(names).size).toBe(names.length)
  })
})
