/** Who may call something. A master has every permission; `public` needs nobody signed in. */
export type Permission =
  | 'public'
  | 'signed-in'
  | 'schedule'
  | 'delivery'
  | 'view'
  | 'user'
  | 'delivery or view'
  | 'master'
