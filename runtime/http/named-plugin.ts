const DISPLAY_NAME = Symbol.for('fastify.display-name')

/** A plugin under its own name. Fastify looks for the name of any other in all loaded files, and an API has a hundred. */
export function named<P extends { readonly name: string }>(plugin: P): P {
  return Object.assign(plugin, { [DISPLAY_NAME]: plugin.name })
}
