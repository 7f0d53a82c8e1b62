import { expect, it } from 'vitest'
import { findSwallowedErrors } from '../../../cli/check/swallowed-errors.ts'

/** Returns the lines of the text that the check reports. */
function reported(text: string): readonly number[] {
  const messages = findSwallowedErrors([{ path: 'a.ts', text }])
  return messages.map((message) => Number(/^a\.ts:(\d+): /.exec(message)?.[1]))
}

it.each([
  ['a handler that returns nothing', 'await close().catch(() => {})'],
  ['a handler that returns a value', "const text = await read().catch(() => '')"],
  ['an asynchronous handler', 'await close().catch(async () => close())'],
  ['a handler on the next line', 'await close().catch(\n  () => {},\n)'],
  ['an empty block', 'try {\n  close()\n} catch {}'],
  ['a block that returns a value', 'try {\n  return read()\n} catch {\n  return undefined\n}'],
])('the check for swallowed errors reports %s without a reason', (_, text) => {
  expect(reported(text)).toHaveLength(1)
})

it('the check for swallowed errors names the line', () => {
  expect(reported('const a = 1\n\nawait close().catch(() => {})')).toEqual([3])
})

it.each([
  ['on the line above', '// The answer is known.\nawait close().catch(() => {})'],
  ['on its line', 'await close().catch(() => {}) // The answer is known.'],
  ['inside the handler', 'close().catch(() => {\n  // The answer is known.\n})'],
  ['inside the block', 'try {\n  close()\n} catch {\n  // The answer is known.\n}'],
])('the check for swallowed errors accepts a reason %s', (_, text) => {
  expect(reported(text)).toEqual([])
})

it('the check for swallowed errors ignores a comment at the end of the try block', () => {
  expect(reported('try {\n  close() // at once\n} catch {\n  return 1\n}')).toEqual([3])
})

it.each([
  ['uses the error', 'await close().catch((error) => log.warn({ err: error }))'],
  ['throws an error of its own', "try {\n  read()\n} catch {\n  throw new Error('unreadable')\n}"],
])('the check for swallowed errors allows a handler that %s', (_, text) => {
  expect(reported(text)).toEqual([])
})
