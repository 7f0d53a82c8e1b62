import type { Clock } from '../../runtime/clock.ts'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Embedder } from '../vectors/embedder.ts'

/** Opens the embedder that the settings name, and loads only its code. undefined if they name none: words alone decide then. */
export async function openEmbedder(settings: Settings, clock: Clock): Promise<Embedder | undefined> {
  const { embeddings_model: model, embeddings_url: url } = settings
  if (model === '') return undefined
  if (url === '') {
    const { openLocalEmbedder } = await import('./local/local-embedder.ts')
    const { findModel } = await import('./local/model-folder.ts')
    const cache = cacheFolder(settings)
    return openLocalEmbedder(await findModel(cache, model), { cache, threads: settings.derive_threads })
  }
  const { createRemoteEmbedder } = await import('./remote/remote-embedder.ts')
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
