import { startApi } from '../../../api/main.ts'
import { openContext } from '../../../cli/context/context.ts'
import { untilStopped } from '../../../cli/process/until-stopped.ts'
import { rankInWindows } from './windowed-bills.ts'

/** The API with the search of version 0.1.0, so that both answer the same requests. */
const { settings } = await openContext({ name: 'api', needs: ['postgres', 'redis'] })
const api = await startApi(settings, { rankBills: rankInWindows })
await untilStopped({ is_service: true })
await api.stop()
