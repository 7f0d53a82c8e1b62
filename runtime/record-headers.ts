import type { LogRecord } from './log-record.ts'

type Headers = LogRecord['headers']

/** Without a prototype, so that a header may be called `constructor` or `__proto__`; faster than Object.create(null). */
class NoHeaders {
  readonly [name: string]: undefined
}
Object.setPrototypeOf(NoHeaders.prototype, null)
Reflect.deleteProperty(NoHeaders.prototype, 'constructor')

/** Headers from their count on: ASCII as text, anything else as bytes. One that is given twice counts once: the first. */
export function readHeaders(bytes: Buffer, start: number): Headers {
  const headers: Headers = new NoHeaders()
  let at = start
  const number = (): number => {
    let byte = bytes[at++]!
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      value |= (byte & 127) << shift
    }
    return (value >>> 1) ^ -(value & 1)
  }
  const text = (): Buffer | string | undefined => {
    const length = number()
    if (length < 0) return undefined
    const from = at
    at += length
    for (let index = from; index < at; index++) if (bytes[index]! > 127) return bytes.subarray(from, at)
    return bytes.toString('latin1', from, at)
  }
  for (let left = number(); left > 0 && at < bytes.length; left--) {
    const name = String(text() ?? '')
    const header = text()
    if (!(name in headers)) headers[name] = header
  }
  return headers
}
