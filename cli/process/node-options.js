// Plain JavaScript, like the launcher. It sets the memory limits of our own processes.

const services = ['relay', 'project', 'api', 'webhooks', 'derive', 'alerts']

/**
 * V8 lets its young generation grow to 128 MB, and a long-lived process reaches that. On two cores, relay, project
 * and api take as much CPU with a sixteenth of it; with less, project takes a fifth more. Commands that end are left
 * what they want.
 */
const SEMI_SPACE_MB = 4

/** An answer of the API may read thousands of rows: with less, half of the work of targets was garbage collection. */
const API_SEMI_SPACE_MB = 16

/** Says if `legislog <args>` starts processes that run for long. */
export function startsServices([command = '']) {
  return command === 'up' || services.includes(command)
}

/** Gives the options of node for `legislog <args>`. */
export function nodeOptionsOf([command = '']) {
  if (!services.includes(command)) return []
  return [`--max-semi-space-size=${command === 'api' ? API_SEMI_SPACE_MB : SEMI_SPACE_MB}`]
}
