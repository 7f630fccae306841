/** Builds what has changed; @throws Error when the build fails. */
export declare function buildIfNeeded(): void
