import { createServer } from 'node:http'

/** The app's page: whether a channel is on air, by its playlist, which the browser asks for itself. */
export async function servePage(playlistUrl) {
  const page = `<!doctype html><title>Show</title><p id="state">…</p><script>
    const look = async () => {
      const { ok } = await fetch(${JSON.stringify(playlistUrl)}).catch(() => ({ ok: false }))
      document.querySelector('#state').textContent = ok ? 'On air' : 'Off air'
    }
    look(); setInterval(look, 500)</script>`
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
