// This import comes first: the reader may be gone when any other module prints.
import './process/broken-pipe.ts'
import { reportFailure } from './output/answer.ts'
import { findOwnModulesDirectly } from './process/own-modules.ts'
import { endWithParent } from './process/parent.ts'
import { endIfDone } from './process/until-stopped.ts'
import { createProgram } from './program.ts'

const wants = {
  json: process.argv.includes('--json'),
  stack: ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? ''),
}

endWithParent()
// The code of the command is loaded from here on.
findOwnModulesDirectly()
let hasFailed = false
try {
  const program = await createProgram(process.argv.slice(2))
  await program.parseAsync(process.argv)
} catch (error) {
  hasFailed = true
  process.exitCode = reportFailure(error, wants)
}
// A command that found a problem may leave connections open, such as one to a frozen Kafka.
endIfDone({ has_failed: hasFailed || process.exitCode === 1 })
