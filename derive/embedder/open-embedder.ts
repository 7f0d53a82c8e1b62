import type { Clock } from '../../runtime/clock.ts'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { openLocalEmbedder } from './local/local-embedder.ts'
import { findModel } from './local/model-folder.ts'
import { createRemoteEmbedder } from './remote/remote-embedder.ts'

/** Opens the embedder that the settings name. undefined if they name none: words alone decide then. */
export async function openEmbedder(settings: Settings, clock: Clock): Promise<Embedder | undefined> {
  const { embeddings_model: model, embeddings_url: url } = settings
  if (model === '') return undefined
  if (url === '') {
    const cache = cacheFolder(settings)
    return openLocalEmbedder(await findModel(cache, model), { cache, threads: settings.derive_threads })
  }
  return createRemoteEmbedder({
    url,
    model,
    clock,
    key: settings.embeddings_key,
    dimensions: settings.embeddings_dimensions,
    batch: settings.embeddings_batch,
    timeout_ms: settings.embeddings_timeout_ms,
  })
}
