// Plain JavaScript, like the launcher. It sets the memory limits of our own processes.

const services = ['relay', 'project', 'api', 'webhooks', 'derive', 'alerts']

/**
 * V8 lets its young generation grow to 128 MB, and a long-lived process reaches that. On two cores, relay, project
 * and api take as much CPU with a sixteenth of it; with less, project takes a fifth more. Commands that end are left
 * what they want.
 */
const options = ['--max-semi-space-size=4']

/** Says if `legislog <args>` starts processes that run for long. */
export function startsServices([command = '']) {
  return command === 'up' || services.includes(command)
}

/** Gives the options of node for `legislog <args>`. */
export function nodeOptionsOf([command = '']) {
  return services.includes(command) ? options : []
}
