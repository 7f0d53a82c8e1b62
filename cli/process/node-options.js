// Plain JavaScript, like the launcher.

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

/**
 * Node asks for the real path of each module, which takes 5 % of a short command. No module of ours is behind a link,
 * and the launcher starts from the real path.
 */
export const startOptions = ['--preserve-symlinks']

/** Gives the options of node for `legislog <args>`. */
export function nodeOptionsOf(args) {
  return [...startOptions, ...memoryOptionsOf(args)]
}

/** Gives those of them that set the memory of a service. */
export function memoryOptionsOf([command = '']) {
  if (!services.includes(command)) return []
  return [`--max-semi-space-size=${command === 'api' ? API_SEMI_SPACE_MB : SEMI_SPACE_MB}`]
}
