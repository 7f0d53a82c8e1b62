/** Says if `legislog <args>` starts processes that run for long. */
export function startsServices(args: readonly string[]): boolean
export const startOptions: readonly string[]
/** Gives the options of node for `legislog <args>`. */
export function nodeOptionsOf(args: readonly string[]): readonly string[]
/** Gives those of them that set the memory of a service. */
export function memoryOptionsOf(args: readonly string[]): readonly string[]
