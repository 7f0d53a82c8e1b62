// Plain JavaScript, as the launcher is: what of our own processes node is told how much memory to take.

const services = ['relay', 'project', 'api', 'webhooks']

/**
 * V8 lets what is young grow to 128 MB before it collects it, and a process that lives for months arrives there: on
 * two cores projecting takes as long with an eighth of that. Commands that end are left what they want.
 */
const options = ['--max-semi-space-size=8']

/** What node is given to run `legislog <args>` with. */
export function nodeOptionsOf([command = '']) {
  return services.includes(command) ? options : []
}
