/** Says if `legislog <args>` starts processes that run for long. */
export function startsServices(args: readonly string[]): boolean
/** Gives the options of node for `legislog <args>`. */
export function nodeOptionsOf(args: readonly string[]): readonly string[]
