// First: whatever the others print may find its reader gone.
import './broken-pipe.ts'
import { reportFailure } from './answer.ts'
import { createProgram } from './program.ts'

const wants = {
  json: process.argv.includes('--json'),
  stack: ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? ''),
}

try {
  const program = await createProgram(process.argv.slice(2))
  await program.parseAsync(process.argv)
} catch (error) {
  process.exitCode = reportFailure(error, wants)
}
