/**
 * Tells the page around the frame how high the content is. It is sent to allowed origins only: to the one around the frame
 * if the browser names it, otherwise to each of them, and a browser delivers to none that is not there.
 */
export const HEIGHT_SCRIPT = `(()=>{const r=document.documentElement,o=(r.dataset.origins||'').split(' '),a=location.ancestorOrigins,t=a&&a.length?o.filter((g)=>g===a[0]):o;let h=0;const s=()=>{const n=Math.ceil(r.getBoundingClientRect().height);if(n===h)return;h=n;for(const g of t)parent.postMessage({type:'legislog:height',height:n},g)};new ResizeObserver(s).observe(r);s()})()`

/**
 * What a site includes once: it puts a frame into each element with \`data-legislog-widget\`, and gives it the height that
 * the frame reports. A message counts only if it comes from that frame and from this origin.
 */
export const LOADER_SCRIPT = `(()=>{
const origin=new URL(document.currentScript.src).origin,frames=new Set();
const here=location.origin+location.pathname;
const put=(place)=>{
const name=place.dataset.legislogWidget||'';
if(!/^[a-z-]{1,40}\\/wgt_[0-9A-Za-z]{36}$/.test(name)||place.querySelector('iframe'))return;
const frame=document.createElement('iframe'),query=new URLSearchParams({page:here});
if(place.dataset.source)query.set('source',place.dataset.source);
frame.src=origin+'/embed/'+name+'?'+query;
frame.title=place.dataset.title||'Legislation';
frame.loading='lazy';
frame.setAttribute('sandbox','allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox');
frame.style.cssText='display:block;width:100%;height:20rem;border:0';
frames.add(frame);
place.append(frame);
};
addEventListener('message',({origin:from,source,data})=>{
if(from!==origin||!data||data.type!=='legislog:height')return;
const height=Number(data.height);
if(!(height>0))return;
for(const frame of frames)if(frame.contentWindow===source)frame.style.height=Math.min(Math.max(height,40),20000)+'px';
});
const putAll=()=>document.querySelectorAll('[data-legislog-widget]').forEach(put);
if(document.readyState==='loading')addEventListener('DOMContentLoaded',putAll);else putAll();
})()
`
