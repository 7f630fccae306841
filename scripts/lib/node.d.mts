/** @param version such as 24.21.0 */
export declare function isNewEnough(version: string): boolean
/** Its executable; undefined where this system has none. */
export declare function packagedNode(): string | undefined
/** Why what npm has installed cannot run the service; undefined where it can. */
export declare function installFault(): string | undefined
/** What Node runs the service with. */
export declare const SERVICE_FLAGS: readonly string[]
