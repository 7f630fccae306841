/** A picture takes some seconds until it is on air, and longer on a busy computer. */
export default { test: { testTimeout: 60_000 } }
