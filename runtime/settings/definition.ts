export type Kind = 'text' | 'secret' | 'integer' | 'port' | 'level' | 'flag' | 'url' | 'list'

/** A setting: its environment name, what its value must be, and what it does, in one line. */
export type Definition = {
  readonly env: string
  readonly kind: Kind
  readonly default: string
  readonly does: string
}
