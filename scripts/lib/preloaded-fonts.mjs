/** What nearly every page shows words and numbers in. */
const FIRST = ['inter-latin-wght-normal', 'jetbrains-mono-latin-wght-normal']

/**
 * Has a page ask for its first fonts with its scripts. A browser does so by itself only when it lays text out: what it
 * shows then it would lay out again.
 */
export function preloadedFonts() {
  return {
    name: 'preloaded-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => FIRST.some((name) => file.includes(`/${name}-`)))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          })),
    },
  }
}
