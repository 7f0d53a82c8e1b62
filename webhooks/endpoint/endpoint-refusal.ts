import { type ErrorCode, LegislogError } from '../../schemas/errors.ts'

/** An endpoint request that cannot be carried out, with the path to the faulty member. */
export class EndpointRefusal extends LegislogError {
  readonly names: readonly (string | number)[]
  constructor(
    names: readonly (string | number)[],
    message: string,
    { code = 'endpoint_invalid', ...options }: { code?: ErrorCode; cause?: unknown } = {},
  ) {
    super(code, message, options)
    this.names = names
  }
}

/** The path to the member: `['filter', 'jurisdictions', 0]`. */
export function refuseRequest(names: readonly (string | number)[], message: string): never {
  throw new EndpointRefusal(names, message)
}
