import { LOOKUP_SESSION } from '../../../api/read-schema/databases.ts'
import { createLocator } from '../../../locate/lookup/locator.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { Question } from '../country/questions.ts'
import type { Subject } from '../drive/measure-lookups.ts'

/** The lookup without HTTP, billing and officials, in this process. The geocoder of PostGIS is compared with it. */
export function locatorSubject(settings: Settings, questions: Iterator<Question, never>): Subject {
  const day = new Date().toISOString().slice(0, 10)
  return {
    name: 'locator alone',
    spent_s: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    connect(connections) {
      const database = createDatabase(
        { ...settings, database_pool: connections },
        { application_name: 'legislog bench lookup', session: LOOKUP_SESSION },
      )
      const locator = createLocator({ database })
      const tally = { asked: 0, matched: 0, wrong: 0 }
      return {
        tally,
        async ask() {
          const { address, upper, lower, site } = questions.next().value
          tally.asked += 1
          const found = await locator.locate({ address }, { as_of: day })
          if (!found.matched) return
          tally.matched += 1
          const state = `ocd-division/country:us/state:${site.state}`
          const ids = found.divisions.map(({ division_id }) => division_id)
          const isRight = [`${state}/sldu:${upper}`, `${state}/sldl:${lower}`].every((id) => ids.includes(id))
          if (!isRight) tally.wrong += 1
        },
        close: () => database.end(),
      }
    },
  }
}
