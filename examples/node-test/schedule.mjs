/** The app: it plans a show by the option API. */
export async function planShow(name, { baseUrl, email, password, accessCode }) {
  const call = async (path, body, headers = {}) => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.error.message)
    return answer
  }
  const { token } = await call('/api/login', { email, password, access_code: accessCode })
  const times = { start_datetime: '2030/01/01 19:00:00', end_datetime: '2030/01/01 20:30:00' }
  return call('/api/schedule', { name, ...times, service_params: [] }, { authorization: `Bearer ${token}` })
}
