/** A `fetch` that answers what the test gives and keeps the requests it got. */
export function observedFetch(...answers: (Response | Error | (() => Response | Promise<Response>))[]) {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? Response.json({});
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer() : answer.clone();
  };
  return { fetch, requests };
}

export const baseUrl = 'https://gateway.example';
