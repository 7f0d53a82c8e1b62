import { beforeAll, expect, it } from 'vitest'
import { createTextReader } from '../../../../derive/copycats/comparing/read-compared-text.ts'
import { noGeneration } from '../../../../derive/copycats/generation/generation.ts'
import { readStoredText } from '../../../../derive/text/stored-text.ts'
import type { ObjectStore } from '../../../../runtime/object-store/object-store.ts'
import { createTestObjects, storeText } from '../../../support/derive/derive-world.ts'

let objects: ObjectStore

beforeAll(async () => {
  objects = await createTestObjects()
})

it('a text has its words and the places of its sections', async () => {
  const read = createTextReader((reference) => readStoredText(objects, reference), noGeneration)
  const text = await read(7, await storeText(objects, 'Section 1. A hive.\nSection 2. A swarm.\n'))
  expect(text).toMatchObject({ id: 7, text: expect.stringContaining('A hive.') })
  expect(text.words.ids).toHaveLength(8)
  expect(text.places().sections).toMatchObject([{ number: '1' }, { number: '2' }])
})

it('a text that would not fit into memory is refused', async () => {
  const read = createTextReader((reference) => readStoredText(objects, reference), noGeneration)
  const reference = await storeText(objects, 'a '.repeat(4_000_001))
  await expect(read(1, reference)).rejects.toMatchObject({ code: 'text_too_large' })
})
