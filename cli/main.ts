import { reportFailure } from './answer.ts'
import { createProgram } from './program.ts'

const wants = {
  json: process.argv.includes('--json'),
  stack: ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? ''),
}

try {
  await createProgram().parseAsync(process.argv)
} catch (error) {
  process.exitCode = reportFailure(error, wants)
}
