import { expect, it } from 'vitest'
import { readBodyText } from '../../../runtime/http/body-text.ts'

/** A body in chunks of one byte, which notes how many were read. */
function bodyOf(text: string) {
  const bytes = Buffer.from(text)
  let read = 0
  async function* chunks() {
    for (const byte of bytes) {
      read += 1
      yield Buffer.of(byte)
    }
  }
  return { body: chunks(), read: () => read }
}

it('a body is read whole up to its limit, with characters that several chunks share', async () => {
  expect(await readBodyText(bodyOf('fee 💧').body, 8)).toBe('fee 💧')
})

it('a body over its limit gives nothing, and its rest is not read', async () => {
  const { body, read } = bodyOf('x'.repeat(1_000))
  expect(await readBodyText(body, 8)).toBeUndefined()
  expect(read()).toBe(9)
})
