import { type ErrorCode, LegislogError } from '../schemas/errors.ts'

/** A request for an endpoint that cannot be done, and the member of it that is at fault. */
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

/** `names` lead to the member: `['filter', 'jurisdictions', 0]`. */
export function refuseRequest(names: readonly (string | number)[], message: string): never {
  throw new EndpointRefusal(names, message)
}
