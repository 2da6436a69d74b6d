<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Actions</name>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>打开 …</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>另存为 …</translation>
    </message>
    <message>
        <source>Add a cluster from a template …</source>
        <translation>从模板添加集群 …</translation>
    </message>
    <message>
        <source>Print the cluster …</source>
        <translation>打印集群 …</translation>
    </message>
    <message>
        <source>Recover unsaved work …</source>
        <translation>恢复未保存的工作 …</translation>
    </message>
    <message>
        <source>Welcome page</source>
        <translation>欢迎页</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Connect all to switch</source>
        <translation>全部连接到交换机</translation>
    </message>
    <message>
        <source>Align in a row</source>
        <translation>对齐成一行</translation>
    </message>
    <message>
        <source>Align in a column</source>
        <translation>对齐成一列</translation>
    </message>
    <message>
        <source>Distribute across</source>
        <translation>水平均匀分布</translation>
    </message>
    <message>
        <source>Distribute down</source>
        <translation>垂直均匀分布</translation>
    </message>
    <message>
        <source>Arrange by fabric</source>
        <translation>按互连结构排列</translation>
    </message>
    <message>
        <source>Apply the fix of a message</source>
        <translation>按消息修复</translation>
    </message>
    <message>
        <source>Find a command or item …</source>
        <translation>查找命令或对象 …</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>全部适应窗口</translation>
    </message>
    <message>
        <source>Zoom to selection</source>
        <translation>缩放到所选对象</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>浅色或深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>System theme</source>
        <translation>跟随系统主题</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>组件库</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Drawn items</source>
        <translation>所有对象</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Play or pause the step</source>
        <translation>播放或暂停训练步</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Cancel the search</source>
        <translation>取消搜索</translation>
    </message>
    <message>
        <source>Apply the shown plan</source>
        <translation>应用所示方案</translation>
    </message>
    <message>
        <source>Show my plan</source>
        <translation>显示我的方案</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Customize shortcuts …</source>
        <translation>自定义快捷键 …</translation>
    </message>
    <message>
        <source>About HeteroScope</source>
        <translation>关于 HeteroScope</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新建窗口</translation>
    </message>
    <message>
        <source>Reopen the last projects at start</source>
        <translation>启动时打开上次的项目</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>画布</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>设计</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Teach</source>
        <translation>教学</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>下一个面板</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>上一个面板</translation>
    </message>
    <message>
        <source>Pareto chart</source>
        <translation>帕累托图</translation>
    </message>
    <message>
        <source>Plan by hand</source>
        <translation>手动方案</translation>
    </message>
    <message>
        <source>Catalog …</source>
        <translation>目录 …</translation>
    </message>
    <message>
        <source>Make a rack</source>
        <translation>创建机架</translation>
    </message>
    <message>
        <source>Ungroup</source>
        <translation>解散</translation>
    </message>
    <message>
        <source>Open or close the rack</source>
        <translation>展开或收起机架</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>添加便笺</translation>
    </message>
    <message>
        <source>Edit the note&apos;s text</source>
        <translation>编辑便笺文字</translation>
    </message>
    <message>
        <source>Straight</source>
        <translation>直线</translation>
    </message>
    <message>
        <source>Curved</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>At right angles</source>
        <translation>直角折线</translation>
    </message>
    <message>
        <source>Measure the route between nodes</source>
        <translation>测量节点之间的路径</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>TP groups</source>
        <translation>TP 组</translation>
    </message>
    <message>
        <source>PP stage to stage</source>
        <translation>PP 阶段间</translation>
    </message>
    <message>
        <source>DP replicas</source>
        <translation>DP 副本</translation>
    </message>
    <message>
        <source>CP groups</source>
        <translation>CP 组</translation>
    </message>
    <message>
        <source>EP groups</source>
        <translation>EP 组</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Group devices</source>
        <translation>设备分组</translation>
    </message>
    <message>
        <source>Link the two selected items</source>
        <translation>连接选中的两项</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>导入 …</translation>
    </message>
    <message>
        <source>Picture of the window …</source>
        <translation>窗口图片 …</translation>
    </message>
    <message>
        <source>Picture of the cluster …</source>
        <translation>集群图片 …</translation>
    </message>
    <message>
        <source>Trace for Perfetto …</source>
        <translation>Perfetto 跟踪 …</translation>
    </message>
    <message>
        <source>Report as a web page …</source>
        <translation>网页报告 …</translation>
    </message>
    <message>
        <source>Plan file (JSON) …</source>
        <translation>计划文件 (JSON) …</translation>
    </message>
    <message>
        <source>Figures of the step (JSON) …</source>
        <translation>训练步数据 (JSON) …</translation>
    </message>
    <message>
        <source>Ranking as a table (CSV) …</source>
        <translation>排名表 (CSV) …</translation>
    </message>
    <message>
        <source>Pin the plan of the selected row</source>
        <translation>固定所选行的计划</translation>
    </message>
    <message>
        <source>Launch file of a training tool …</source>
        <translation>训练工具的启动文件 …</translation>
    </message>
    <message>
        <source>Paste as …</source>
        <translation>粘贴为 …</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Compare results</source>
        <translation>比较结果</translation>
    </message>
    <message>
        <source>What to change</source>
        <translation>更改什么</translation>
    </message>
    <message>
        <source>Report as a PDF …</source>
        <translation>PDF 报告 …</translation>
    </message>
    <message>
        <source>Animated schedules …</source>
        <translation>调度动画 …</translation>
    </message>
    <message>
        <source>Present the step</source>
        <translation>演示这一步</translation>
    </message>
    <message>
        <source>Tour of the window</source>
        <translation>窗口导览</translation>
    </message>
    <message>
        <source>Measured beside simulated</source>
        <translation>实测与仿真并列</translation>
    </message>
    <message>
        <source>Teaching</source>
        <translation>教学</translation>
    </message>
    <message>
        <source>Project as it is shown …</source>
        <translation>按显示状态保存项目 …</translation>
    </message>
    <message>
        <source>Open a lesson …</source>
        <translation>打开课程 …</translation>
    </message>
    <message>
        <source>Write a lesson …</source>
        <translation>编写课程 …</translation>
    </message>
    <message>
        <source>Exercise sheets …</source>
        <translation>练习单 …</translation>
    </message>
    <message>
        <source>Details of the bar</source>
        <translation>时间条的详情</translation>
    </message>
    <message>
        <source>Plans on parallel axes</source>
        <translation>平行坐标上的方案</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Plans over time</source>
        <translation>随时间变化的方案</translation>
    </message>
    <message>
        <source>What to buy</source>
        <translation>购买什么</translation>
    </message>
    <message>
        <source>Grade hand-ins …</source>
        <translation>批改作业 …</translation>
    </message>
    <message>
        <source>Markers of the timeline</source>
        <translation>时间线的标记</translation>
    </message>
    <message>
        <source>Jobs on this cluster</source>
        <translation>此集群上的任务</translation>
    </message>
</context>
<context>
    <name>AdviceWords</name>
    <message>
        <source>%1 is not linked to the other nodes</source>
        <translation>%1 未与其他节点相连</translation>
    </message>
    <message>
        <source>%1 and one more node are not linked to the others</source>
        <translation>%1 和另一个节点未与其余节点相连</translation>
    </message>
    <message>
        <source>%1 and %2 more nodes are not linked to the others</source>
        <translation>%1 和另外 %2 个节点未与其余节点相连</translation>
    </message>
    <message>
        <source>%1 of %2: bits entered as bytes?</source>
        <translation>%1 为 %2：是否把比特当成了字节？</translation>
    </message>
    <message>
        <source>%1 does not support %2</source>
        <translation>%1 不支持 %2 计算</translation>
    </message>
    <message>
        <source>%1 is over-subscribed %2:1: %3 of devices share %4 of links</source>
        <translation>%1 超额订阅 %2:1：设备的 %3 共享链路的 %4</translation>
    </message>
    <message>
        <source>%1 is over-subscribed %2:1: %3 from below share %4 of uplinks</source>
        <translation>%1 超额订阅 %2:1：下行的 %3 共享上行链路的 %4</translation>
    </message>
    <message>
        <source>%1 and one more like it are over-subscribed %2:1: %3 of devices share %4 of links</source>
        <translation>%1 和另一个相同的节点超额订阅 %2:1：设备的 %3 共享链路的 %4</translation>
    </message>
    <message>
        <source>%1 and one more like it are over-subscribed %2:1: %3 from below share %4 of uplinks</source>
        <translation>%1 和另一个相同的交换机超额订阅 %2:1：下行的 %3 共享上行链路的 %4</translation>
    </message>
    <message>
        <source>%1 and %2 more like it are over-subscribed %3:1: %4 of devices share %5 of links</source>
        <translation>%1 和另外 %2 个相同的节点超额订阅 %3:1：设备的 %4 共享链路的 %5</translation>
    </message>
    <message>
        <source>%1 and %2 more like it are over-subscribed %3:1: %4 from below share %5 of uplinks</source>
        <translation>%1 和另外 %2 个相同的交换机超额订阅 %3:1：下行的 %4 共享上行链路的 %5</translation>
    </message>
    <message>
        <source>the group %1 has no device</source>
        <translation>组 %1 不含任何设备</translation>
    </message>
    <message>
        <source>%1 is in the groups %2 and %3</source>
        <translation>%1 同时在组 %2 和 %3 中</translation>
    </message>
    <message>
        <source>%1 and one more device are in the groups %2 and %3</source>
        <translation>%1 和另一个设备同时在组 %2 和 %3 中</translation>
    </message>
    <message>
        <source>%1 and %2 more devices are in the groups %3 and %4</source>
        <translation>%1 和另外 %2 个设备同时在组 %3 和 %4 中</translation>
    </message>
    <message>
        <source>%1 must be used but has no allowed place (%2)</source>
        <translation>%1 必须工作却没有位置 (%2)</translation>
    </message>
    <message>
        <source>no device may be used in the first stage (%1)</source>
        <translation>没有设备可以在第一个阶段工作 (%1)</translation>
    </message>
    <message>
        <source>no device may be used in the first pipeline (%1)</source>
        <translation>没有设备可以在第一条流水线工作 (%1)</translation>
    </message>
    <message>
        <source>%1 Gb/s are %2</source>
        <translation>%1 Gb/s 即 %2</translation>
    </message>
    <message>
        <source>%1 of links would make it 1:1</source>
        <translation>链路达到 %1 即为 1:1</translation>
    </message>
    <message>
        <source>%1 of uplinks would make it 1:1</source>
        <translation>上行链路达到 %1 即为 1:1</translation>
    </message>
    <message>
        <source>the rules of both groups apply to them</source>
        <translation>两个组的规则都对其生效</translation>
    </message>
    <message>
        <source>1 stage</source>
        <translation>1 个阶段</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 个阶段</translation>
    </message>
    <message>
        <source>1 pipeline</source>
        <translation>1 条流水线</translation>
    </message>
    <message>
        <source>%1 pipelines</source>
        <translation>%1 条流水线</translation>
    </message>
    <message>
        <source>a plan can have at most %1 and %2</source>
        <translation>方案最多可有 %1 和 %2</translation>
    </message>
    <message>
        <source>link %1 to %2</source>
        <translation>将 %1 连接到 %2</translation>
    </message>
    <message>
        <source>set it to %1</source>
        <translation>设为 %1</translation>
    </message>
    <message>
        <source>train in %1</source>
        <translation>以 %1 训练</translation>
    </message>
    <message>
        <source>remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>remove it from %1</source>
        <translation>将其移出 %1</translation>
    </message>
    <message>
        <source>remove them from %1</source>
        <translation>将它们移出 %1</translation>
    </message>
    <message>
        <source>remove the rule “%1”</source>
        <translation>删除规则“%1”</translation>
    </message>
    <message>
        <source>all in use</source>
        <translation>全部使用</translation>
    </message>
    <message>
        <source>only stage %1</source>
        <translation>仅阶段 %1</translation>
    </message>
    <message>
        <source>only stages %1</source>
        <translation>仅阶段 %1</translation>
    </message>
    <message>
        <source>only pipeline %1</source>
        <translation>仅流水线 %1</translation>
    </message>
    <message>
        <source>only pipelines %1</source>
        <translation>仅流水线 %1</translation>
    </message>
    <message>
        <source>nothing else in use</source>
        <translation>仅用本组</translation>
    </message>
    <message>
        <source>alone in stage %1</source>
        <translation>独占阶段 %1</translation>
    </message>
    <message>
        <source>alone in stages %1</source>
        <translation>独占阶段 %1</translation>
    </message>
    <message>
        <source>alone in pipeline %1</source>
        <translation>独占流水线 %1</translation>
    </message>
    <message>
        <source>alone in pipelines %1</source>
        <translation>独占流水线 %1</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>不使用</translation>
    </message>
    <message>
        <source>not in stage %1</source>
        <translation>不在阶段 %1</translation>
    </message>
    <message>
        <source>not in stages %1</source>
        <translation>不在阶段 %1</translation>
    </message>
    <message>
        <source>not in pipeline %1</source>
        <translation>不在流水线 %1</translation>
    </message>
    <message>
        <source>not in pipelines %1</source>
        <translation>不在流水线 %1</translation>
    </message>
    <message>
        <source>%1 cannot be built: NVLink does not reach from server %2 to server %3</source>
        <translation>%1 无法实现：NVLink 不能从服务器 %2 连到服务器 %3</translation>
    </message>
    <message>
        <source>%1 cannot be built: PCIe does not reach from server %2 to server %3</source>
        <translation>%1 无法实现：PCIe 不能从服务器 %2 连到服务器 %3</translation>
    </message>
    <message>
        <source>%1 cannot be built: Infinity Fabric does not reach from server %2 to server %3</source>
        <translation>%1 无法实现：Infinity Fabric 不能从服务器 %2 连到服务器 %3</translation>
    </message>
    <message>
        <source>%1 cannot be built: no device of %2 has NVLink</source>
        <translation>%1 无法实现：%2 中没有带 NVLink 的设备</translation>
    </message>
    <message>
        <source>%1 cannot be built: the cards of %2 take an NVLink bridge, not a switch</source>
        <translation>%1 无法实现：%2 的卡使用 NVLink 桥接器，而非交换机</translation>
    </message>
    <message>
        <source>a bridge joins the cards of one server; between servers there is InfiniBand, RoCE or Ethernet, or NVLink over a switch</source>
        <translation>桥接器连接同一服务器内的卡；服务器之间使用 InfiniBand、RoCE 或以太网，或经交换机的 NVLink</translation>
    </message>
    <message>
        <source>between servers there is InfiniBand, RoCE or Ethernet</source>
        <translation>服务器之间使用 InfiniBand、RoCE 或以太网</translation>
    </message>
    <message>
        <source>choose InfiniBand, RoCE or Ethernet</source>
        <translation>请选择 InfiniBand、RoCE 或以太网</translation>
    </message>
</context>
<context>
    <name>AxisWords</name>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>PP</source>
        <translation>PP</translation>
    </message>
    <message>
        <source>DP</source>
        <translation>DP</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>Memory, fullest</source>
        <translation>显存，最满设备</translation>
    </message>
    <message>
        <source>USD, M tokens</source>
        <translation>美元/百万词元</translation>
    </message>
    <message>
        <source>Energy, M tokens</source>
        <translation>能耗/百万词元</translation>
    </message>
</context>
<context>
    <name>BarDetails</name>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Micro-batch waited for</source>
        <translation>所等待的微批次</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Sum of micro-batches that repeat</source>
        <translation>重复微批次之和</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Share of the step</source>
        <translation>占训练步的份额</translation>
    </message>
    <message>
        <source>On the critical path</source>
        <translation>在关键路径上</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Group in the stage</source>
        <translation>阶段内的组</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>%1 in %2 chunks, the first from %3</source>
        <translation>%1，分 %2 块，第一块从 %3 开始</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Waits for lane</source>
        <translation>等待通道</translation>
    </message>
    <message>
        <source>Waits for work</source>
        <translation>等待的工作</translation>
    </message>
    <message>
        <source>Depends on</source>
        <translation>依赖于</translation>
    </message>
    <message>
        <source>Before it</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After it</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Over the link</source>
        <translation>经由链路</translation>
    </message>
    <message>
        <source>Shared there</source>
        <translation>在该处共享</translation>
    </message>
    <message>
        <source>Other flows there</source>
        <translation>该处的其他流</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <translation>%1 / %2，%3</translation>
    </message>
    <message>
        <source>TP collectives meanwhile</source>
        <translation>同时的 TP 集合通信</translation>
    </message>
    <message>
        <source>Sends meanwhile</source>
        <translation>同时的发送</translation>
    </message>
    <message>
        <source>Receives meanwhile</source>
        <translation>同时的接收</translation>
    </message>
    <message>
        <source>DP meanwhile</source>
        <translation>同时的 DP</translation>
    </message>
    <message>
        <source>CP exchanges meanwhile</source>
        <translation>同时的 CP 交换</translation>
    </message>
    <message>
        <source>EP exchanges meanwhile</source>
        <translation>同时的 EP 交换</translation>
    </message>
    <message>
        <source>%1, %2 in all</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>Memory at its start</source>
        <translation>开始时的显存</translation>
    </message>
    <message>
        <source>Micro-batches in flight</source>
        <translation>在途微批次</translation>
    </message>
    <message>
        <source>Needed by</source>
        <translation>被谁等待</translation>
    </message>
    <message>
        <source>In the host at its start</source>
        <translation>开始时在主机中</translation>
    </message>
</context>
<context>
    <name>CompareSource</name>
    <message>
        <source>On show: %1</source>
        <translation>当前显示：%1</translation>
    </message>
    <message>
        <source>Before the last change: %1</source>
        <translation>上次更改之前：%1</translation>
    </message>
    <message>
        <source>Recommended: %1</source>
        <translation>推荐：%1</translation>
    </message>
    <message>
        <source>Plan of the project: %1</source>
        <translation>项目的方案：%1</translation>
    </message>
    <message>
        <source>Pinned: %1</source>
        <translation>已固定：%1</translation>
    </message>
</context>
<context>
    <name>DesignWords</name>
    <message>
        <source>compute-bound</source>
        <translation>计算受限</translation>
    </message>
    <message>
        <source>bound by %1</source>
        <translation>受限于 %1</translation>
    </message>
    <message>
        <source>bound by %1, fullest link %2</source>
        <translation>受限于 %1，最满链路 %2</translation>
    </message>
    <message>
        <source>%1 more %2</source>
        <translation>多 %1 个 %2</translation>
    </message>
    <message>
        <source>%1 fewer %2</source>
        <translation>少 %1 个 %2</translation>
    </message>
    <message>
        <source>other links</source>
        <translation>其他链路</translation>
    </message>
    <message>
        <source>%1: %2, %3/h; %4</source>
        <translation>%1：%2，%3/小时；%4</translation>
    </message>
    <message>
        <source>above the limit of price</source>
        <translation>超出价格上限</translation>
    </message>
    <message>
        <source>with too many devices</source>
        <translation>设备过多</translation>
    </message>
    <message>
        <source>above the limit of power</source>
        <translation>超出功率上限</translation>
    </message>
    <message>
        <source>above the limit of rack space</source>
        <translation>超出机架空间上限</translation>
    </message>
    <message>
        <source>excluded by their bound</source>
        <translation>由其界限排除</translation>
    </message>
    <message>
        <source>planned and not faster than a cheaper one</source>
        <translation>已规划但不比更便宜的快</translation>
    </message>
    <message>
        <source>without a plan that fits</source>
        <translation>没有放得下的方案</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未决</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未到达</translation>
    </message>
</context>
<context>
    <name>DeviceForm</name>
    <message>
        <source>Vendor</source>
        <translation>厂商</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>年份</translation>
    </message>
    <message>
        <source>Dense compute, without sparsity</source>
        <translation>稠密算力（不含稀疏）</translation>
    </message>
    <message>
        <source>Peak in %1</source>
        <translation>%1 峰值</translation>
    </message>
    <message>
        <source>Efficiency curves</source>
        <translation>效率曲线</translation>
    </message>
    <message>
        <source>Memory and links</source>
        <translation>显存与链路</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>Link inside a node</source>
        <translation>节点内链路</translation>
    </message>
    <message>
        <source>Bandwidth per direction</source>
        <translation>其单向带宽</translation>
    </message>
    <message>
        <source>Power and price</source>
        <translation>功耗与价格</translation>
    </message>
    <message>
        <source>Power at full load</source>
        <translation>满载功耗</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>美元/小时</translation>
    </message>
    <message>
        <source>Source of the price</source>
        <translation>价格来源</translation>
    </message>
    <message>
        <source>On the canvas</source>
        <translation>在画布上</translation>
    </message>
    <message>
        <source>Shape of its symbol</source>
        <translation>符号形状</translation>
    </message>
    <message>
        <source>default curves</source>
        <translation>默认曲线</translation>
    </message>
</context>
<context>
    <name>DevicePage</name>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Compute rate: 100 % is full speed, less is a shared or throttled device</source>
        <translation>计算速率：100 % 为全速，更低表示设备被共享或降频</translation>
    </message>
    <message>
        <source>Speed, %</source>
        <translation>速度，%</translation>
    </message>
    <message>
        <source>Peak, 16 bit</source>
        <translation>峰值，16 位</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>In the plan</source>
        <translation>在方案中</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>%1 …</source>
        <translation>%1 …</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 个设备</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>Unsourced estimate.</source>
        <translation>无来源的估计值。</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Change the speed of %1</source>
        <translation>更改 %1 的速度</translation>
    </message>
    <message>
        <source>%1 of pipeline %2</source>
        <translation>流水线 %2 的 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>The shown plan does not use it.</source>
        <translation>所示方案未使用它。</translation>
    </message>
</context>
<context>
    <name>EditNames</name>
    <message>
        <source>Cut %1</source>
        <translation>剪切 %1</translation>
    </message>
    <message>
        <source>Cut %1 items</source>
        <translation>剪切 %1 个对象</translation>
    </message>
    <message>
        <source>Paste %1</source>
        <translation>粘贴 %1</translation>
    </message>
    <message>
        <source>Paste %1 items</source>
        <translation>粘贴 %1 个对象</translation>
    </message>
    <message>
        <source>at %1 of the clipboard </source>
        <translation>剪贴板 %1 处：</translation>
    </message>
    <message>
        <source>Nothing is pasted: %1found %2, expected %3</source>
        <translation>未粘贴任何内容：%1发现 %2，应为 %3</translation>
    </message>
    <message>
        <source>Add a device to %1</source>
        <translation>向 %1 添加设备</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Link %1 and %2</source>
        <translation>连接 %1 和 %2</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Delete %1 items</source>
        <translation>删除 %1 个对象</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>创建 %1 的副本</translation>
    </message>
    <message>
        <source>Duplicate %1 items</source>
        <translation>创建 %1 个对象的副本</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>移动 %1</translation>
    </message>
    <message>
        <source>Move %1 items</source>
        <translation>移动 %1 个对象</translation>
    </message>
    <message>
        <source>Align %1 items in a row</source>
        <translation>将 %1 个对象对齐成一行</translation>
    </message>
    <message>
        <source>Align %1 items in a column</source>
        <translation>将 %1 个对象对齐成一列</translation>
    </message>
    <message>
        <source>Distribute %1 items</source>
        <translation>均匀分布 %1 个对象</translation>
    </message>
    <message>
        <source>Arrange all</source>
        <translation>排列全部对象</translation>
    </message>
    <message>
        <source>Connect all to %1</source>
        <translation>全部连接到 %1</translation>
    </message>
    <message>
        <source>%1 has several switches or none: open it and choose the end of the link</source>
        <translation>%1 有多个交换机或没有交换机：请打开它并选择链路的端点</translation>
    </message>
    <message>
        <source>%1 is already in %2</source>
        <translation>%1 已在 %2 中</translation>
    </message>
    <message>
        <source>Add to %1</source>
        <translation>添加到 %1</translation>
    </message>
    <message>
        <source>Make %1</source>
        <translation>创建 %1</translation>
    </message>
    <message>
        <source>Take %1 out of its rack</source>
        <translation>将 %1 移出机架</translation>
    </message>
    <message>
        <source>Take %1 items out of their racks</source>
        <translation>将 %1 个对象移出机架</translation>
    </message>
    <message>
        <source>Ungroup %1</source>
        <translation>解散 %1</translation>
    </message>
    <message>
        <source>Ungroup %1 racks</source>
        <translation>解散 %1 个机架</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>收起 %1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>展开 %1</translation>
    </message>
    <message>
        <source>Close %1 racks</source>
        <translation>收起 %1 个机架</translation>
    </message>
    <message>
        <source>Open %1 racks</source>
        <translation>展开 %1 个机架</translation>
    </message>
    <message>
        <source>Do not repeat %1</source>
        <translation>不再重复 %1</translation>
    </message>
    <message>
        <source>Repeat %1 %2 times</source>
        <translation>将 %1 重复 %2 次</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>添加便笺</translation>
    </message>
    <message>
        <source>Edit a note&apos;s text</source>
        <translation>编辑便笺文字</translation>
    </message>
    <message>
        <source>Change the colour of a note</source>
        <translation>更改便笺颜色</translation>
    </message>
    <message>
        <source>Change the colour of %1 notes</source>
        <translation>更改 %1 张便笺的颜色</translation>
    </message>
    <message>
        <source>Change the width of a note</source>
        <translation>更改便笺宽度</translation>
    </message>
    <message>
        <source>Change the width of %1 notes</source>
        <translation>更改 %1 张便笺的宽度</translation>
    </message>
    <message>
        <source>Make the group %1</source>
        <translation>创建组 %1</translation>
    </message>
    <message>
        <source>Rename the group %1</source>
        <translation>重命名组 %1</translation>
    </message>
    <message>
        <source>Add %1 to the group %2</source>
        <translation>将 %1 加入组 %2</translation>
    </message>
    <message>
        <source>Add %1 members to the group %2</source>
        <translation>将 %1 个成员加入组 %2</translation>
    </message>
    <message>
        <source>Take %1 out of the group %2</source>
        <translation>将 %1 移出组 %2</translation>
    </message>
    <message>
        <source>Take %1 members out of the group %2</source>
        <translation>将 %1 个成员移出组 %2</translation>
    </message>
    <message>
        <source>Add a rule to the group %1</source>
        <translation>为组 %1 添加规则</translation>
    </message>
    <message>
        <source>Remove a rule of the group %1</source>
        <translation>移除组 %1 的一条规则</translation>
    </message>
    <message>
        <source>Change a rule of the group %1</source>
        <translation>更改组 %1 的一条规则</translation>
    </message>
    <message>
        <source>the group %1</source>
        <translation>组 %1</translation>
    </message>
    <message>
        <source>Duplicate %1 links</source>
        <translation>创建 %1 条链路的副本</translation>
    </message>
    <message>
        <source>%1 is not connected: %2</source>
        <translation>%1 未连接：%2</translation>
    </message>
    <message>
        <source>%1 of %2 are not connected; %3: %4</source>
        <translation>%2 个中有 %1 个未连接；%3：%4</translation>
    </message>
    <message>
        <source>Edit a marker&apos;s text</source>
        <translation>编辑标记文字</translation>
    </message>
    <message>
        <source>Change the colour of a marker</source>
        <translation>更改标记颜色</translation>
    </message>
    <message>
        <source>Move a marker</source>
        <translation>移动标记</translation>
    </message>
    <message>
        <source>Add a marker</source>
        <translation>添加标记</translation>
    </message>
    <message>
        <source>Delete a marker</source>
        <translation>删除标记</translation>
    </message>
</context>
<context>
    <name>EventWords</name>
    <message>
        <source>%1 updates its weights: the optimizer runs.</source>
        <translation>%1 更新权重：优化器正在运行。</translation>
    </message>
    <message>
        <source>%1 begins %2: micro-batch %3 goes forward through its layers.</source>
        <translation>%1 开始 %2：微批次 %3 前向通过它的层。</translation>
    </message>
    <message>
        <source>%1 begins %2: it computes the activations of micro-batch %3 once more.</source>
        <translation>%1 开始 %2：重新计算微批次 %3 的激活。</translation>
    </message>
    <message>
        <source>%1 begins %2: the gradient that the stage before waits for.</source>
        <translation>%1 开始 %2：前一阶段正在等待的梯度。</translation>
    </message>
    <message>
        <source>%1 begins %2: the gradient of its own weights, for which no other stage waits.</source>
        <translation>%1 开始 %2：自身权重的梯度，没有其他阶段在等它。</translation>
    </message>
    <message>
        <source>%1 begins %2: the gradients of micro-batch %3 go back through its layers.</source>
        <translation>%1 开始 %2：微批次 %3 的梯度反向通过它的层。</translation>
    </message>
    <message>
        <source>%1 waits until its TP group has exchanged its parts.</source>
        <translation>%1 等待其 TP 组交换完各自的部分。</translation>
    </message>
    <message>
        <source>%1 waits for the parts of the sequence that its CP group holds.</source>
        <translation>%1 等待其 CP 组持有的序列部分。</translation>
    </message>
    <message>
        <source>%1 waits until tokens have reached their experts.</source>
        <translation>%1 等待 token 到达各自的专家。</translation>
    </message>
    <message>
        <source>%1 waits until the replicas have exchanged gradients or weights.</source>
        <translation>%1 等待副本之间交换完梯度或权重。</translation>
    </message>
    <message>
        <source>%1 waits: %2 of %3 is not there yet.</source>
        <translation>%1 在等待：%3 的 %2 尚未到达。</translation>
    </message>
    <message>
        <source>%1 waits for the work of other devices.</source>
        <translation>%1 等待其他设备的工作。</translation>
    </message>
    <message>
        <source>%1 waits: %2 of %3 is finished and on its way.</source>
        <translation>%1 在等待：%3 的 %2 已完成，正在传输。</translation>
    </message>
    <message>
        <source>%1 waits for a transfer.</source>
        <translation>%1 等待一次传输。</translation>
    </message>
    <message>
        <source>%1 waits: %2 of %3 is finished, but not sent yet.</source>
        <translation>%1 在等待：%3 的 %2 已完成，但尚未发送。</translation>
    </message>
    <message>
        <source>%1 waits: the receiver does not take yet what it sends.</source>
        <translation>%1 在等待：接收方尚未接收它发送的数据。</translation>
    </message>
    <message>
        <source>%1 waits for its host to launch the next work.</source>
        <translation>%1 等待主机启动下一项工作。</translation>
    </message>
    <message>
        <source>%1 repeats the same pattern for %2 more micro-batches.</source>
        <translation>%1 以相同的模式再重复 %2 个微批次。</translation>
    </message>
    <message>
        <source>%1 has done its part and waits for the end of the step.</source>
        <translation>%1 已完成自己的部分，等待这一步结束。</translation>
    </message>
</context>
<context>
    <name>FilmWords</name>
    <message>
        <source>%1 · bubble %2</source>
        <translation>%1 · 气泡 %2</translation>
    </message>
    <message>
        <source>%1 · %2 of %3 lanes</source>
        <translation>%1 · %3 条泳道中的 %2 条</translation>
    </message>
    <message>
        <source>%1: the name must end in .svg, .png, .apng or .pdf</source>
        <translation>%1：文件名必须以 .svg、.png、.apng 或 .pdf 结尾</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>Hugging Face model (config.json)</source>
        <translation>Hugging Face 模型 (config.json)</translation>
    </message>
    <message>
        <source>Megatron-LM arguments</source>
        <translation>Megatron-LM 参数</translation>
    </message>
    <message>
        <source>torchtitan configuration (TOML)</source>
        <translation>torchtitan 配置（TOML）</translation>
    </message>
    <message>
        <source>nanotron configuration (YAML)</source>
        <translation>nanotron 配置（YAML）</translation>
    </message>
    <message>
        <source>FlagScale configuration (YAML)</source>
        <translation>FlagScale 配置（YAML）</translation>
    </message>
    <message>
        <source>DeepSpeed configuration (JSON)</source>
        <translation>DeepSpeed 配置（JSON）</translation>
    </message>
    <message>
        <source>Bandwidth of the selected links over time (CSV)</source>
        <translation>所选链路随时间的带宽 (CSV)</translation>
    </message>
    <message>
        <source>Log of nccl-tests</source>
        <translation>nccl-tests 日志</translation>
    </message>
    <message>
        <source>Node of rocm-smi --showtopo</source>
        <translation>rocm-smi --showtopo 的节点</translation>
    </message>
    <message>
        <source>Topology of NCCL or RCCL (XML)</source>
        <translation>NCCL 或 RCCL 拓扑（XML）</translation>
    </message>
    <message>
        <source>Cluster of Slurm</source>
        <translation>Slurm 集群</translation>
    </message>
    <message>
        <source>Cluster model of Topograph</source>
        <translation>Topograph 集群模型</translation>
    </message>
    <message>
        <source>Network of ibnetdiscover</source>
        <translation>ibnetdiscover 网络</translation>
    </message>
    <message>
        <source>Topology of SimAI</source>
        <translation>SimAI 拓扑</translation>
    </message>
    <message>
        <source>Node of hwloc (XML)</source>
        <translation>hwloc 节点（XML）</translation>
    </message>
    <message>
        <source>Megatron-LM options (YAML)</source>
        <translation>Megatron-LM 选项（YAML）</translation>
    </message>
    <message>
        <source>NeMo or Megatron-Bridge training (YAML)</source>
        <translation>NeMo 或 Megatron-Bridge 训练（YAML）</translation>
    </message>
    <message>
        <source>Primus experiment (YAML)</source>
        <translation>Primus 实验（YAML）</translation>
    </message>
    <message>
        <source>Calculon system, application or execution (JSON)</source>
        <translation>Calculon 系统、应用或执行（JSON）</translation>
    </message>
    <message>
        <source>SimuMax system, model or strategy (JSON)</source>
        <translation>SimuMax 系统、模型或策略（JSON）</translation>
    </message>
    <message>
        <source>Network of ASTRA-sim (YAML, JSON)</source>
        <translation>ASTRA-sim 网络（YAML、JSON）</translation>
    </message>
    <message>
        <source>vTrain configuration (JSON)</source>
        <translation>vTrain 配置（JSON）</translation>
    </message>
    <message>
        <source>Node of nvidia-smi (topo -m, -q -x)</source>
        <translation>nvidia-smi 节点（topo -m、-q -x）</translation>
    </message>
    <message>
        <source>Cluster of Metis (clusterfile.json)</source>
        <translation>Metis 集群（clusterfile.json）</translation>
    </message>
    <message>
        <source>Cluster of Zorse (cluster_info.json)</source>
        <translation>Zorse 集群（cluster_info.json）</translation>
    </message>
    <message>
        <source>Workload of SimAI</source>
        <translation>SimAI 的工作负载</translation>
    </message>
    <message>
        <source>Trace of the PyTorch profiler (JSON, gzip)</source>
        <translation>PyTorch 性能分析器的跟踪（JSON、gzip）</translation>
    </message>
    <message>
        <source>Chakra execution trace (.et, JSON)</source>
        <translation>Chakra 执行跟踪（.et、JSON）</translation>
    </message>
    <message>
        <source>Pipeline trace of Primus (JSON)</source>
        <translation>Primus 的流水线跟踪（JSON）</translation>
    </message>
    <message>
        <source>Availability, cluster and training of Sailor (CSV, JSON)</source>
        <translation>Sailor 的可用性、集群与训练配置（CSV、JSON）</translation>
    </message>
    <message>
        <source>Log of Megatron-LM with timers</source>
        <translation>带计时器的 Megatron-LM 日志</translation>
    </message>
    <message>
        <source>Availability of nodes and devices over time (CSV)</source>
        <translation>节点和设备随时间的可用性 (CSV)</translation>
    </message>
</context>
<context>
    <name>GroupPage</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Rules for the planner</source>
        <translation>规划规则</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Select the members</source>
        <translation>选中成员</translation>
    </message>
    <message>
        <source>Delete the group</source>
        <translation>删除组</translation>
    </message>
    <message>
        <source>Its rules are deleted too; its members stay.</source>
        <translation>连同其规则一并删除；其中的设备保留。</translation>
    </message>
    <message>
        <source>Delete the group %1</source>
        <translation>删除组 %1</translation>
    </message>
    <message>
        <source>device group</source>
        <translation>设备组</translation>
    </message>
    <message>
        <source>%1 in 1 node</source>
        <translation>%1 个，位于 1 个节点</translation>
    </message>
    <message>
        <source>%1 in %2 nodes</source>
        <translation>%1 个，位于 %2 个节点</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>加入 %1</translation>
    </message>
    <message>
        <source>Add the %1 selected items</source>
        <translation>加入选中的 %1 个对象</translation>
    </message>
    <message>
        <source>A node, a rack, or a device as node:0</source>
        <translation>节点、机架，或设备（节点:0）</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移出</translation>
    </message>
    <message>
        <source>The members selected in the list, or the one entered</source>
        <translation>列表中选中的成员，或输入的成员</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>The shown plan does not use these devices.</source>
        <translation>所示方案未使用这些设备。</translation>
    </message>
</context>
<context>
    <name>JobPage</name>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Gradient precision</source>
        <translation>梯度精度</translation>
    </message>
    <message>
        <source>Precision in which gradients are accumulated and reduced</source>
        <translation>用于累加和归约的梯度的精度</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Software stack</source>
        <translation>软件栈</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash Attention</translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation>显存余量</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Share of each device&apos;s memory that plans leave free; empty: %1, the error of this software&apos;s memory</source>
        <translation>方案在每个设备上留空的显存比例；留空：%1，即该软件显存预测的误差</translation>
    </message>
    <message>
        <source>Leave %1 of the memory free</source>
        <translation>留空 %1 的显存</translation>
    </message>
    <message>
        <source>Leave the usual memory free</source>
        <translation>按默认值留空显存</translation>
    </message>
    <message>
        <source>Shown plan</source>
        <translation>所示方案</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Ideal</source>
        <translation>理想值</translation>
    </message>
    <message>
        <source>Closed form without communication and overhead: the slowest lane&apos;s work and its bubble</source>
        <translation>不计通信和开销的闭式结果：最慢泳道的计算量及其气泡</translation>
    </message>
    <message>
        <source>Train in %1</source>
        <translation>以 %1 训练</translation>
    </message>
    <message>
        <source>Gradients in %1</source>
        <translation>梯度使用 %1</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Use flash attention</source>
        <translation>使用 Flash Attention</translation>
    </message>
    <message>
        <source>Use plain attention</source>
        <translation>使用普通注意力</translation>
    </message>
    <message>
        <source>Training job</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>%1 T</source>
        <translation>%1 T</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>%1, %2 active</source>
        <translation>%1，激活 %2</translation>
    </message>
    <message>
        <source>%1 layers of %2</source>
        <translation>%1 层，宽度 %2</translation>
    </message>
    <message>
        <source>Draw devices and links; the step is simulated at once.</source>
        <translation>绘制设备和链路后，会立即仿真训练步。</translation>
    </message>
    <message>
        <source>your plan</source>
        <translation>您的方案</translation>
    </message>
    <message>
        <source>selected in the ranking</source>
        <translation>从排名中选取</translation>
    </message>
    <message>
        <source>best found</source>
        <translation>已找到的最佳方案</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>$%1 per step</source>
        <translation>每步 $%1</translation>
    </message>
    <message>
        <source>%1 x 1 sample</source>
        <translation>%1 x 1 个样本</translation>
    </message>
    <message>
        <source>%1 x %2 samples</source>
        <translation>%1 x %2 个样本</translation>
    </message>
    <message>
        <source>nearest to fitting</source>
        <translation>最接近放得下</translation>
    </message>
    <message>
        <source>kept to compare</source>
        <translation>保留以供比较</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>%1/步</translation>
    </message>
    <message>
        <source>The figures appear with the first simulated step.</source>
        <translation>首个训练步仿真完成后显示数据。</translation>
    </message>
    <message>
        <source>PUE</source>
        <translation>PUE</translation>
    </message>
    <message>
        <source>Power usage effectiveness: the power of the site, with cooling, over that of its machines. It multiplies the energy of every step.</source>
        <translation>电能使用效率：站点（含制冷）的总功率与其设备功率之比。每个训练步的能耗都乘以该值。</translation>
    </message>
    <message>
        <source>Change the PUE</source>
        <translation>更改 PUE</translation>
    </message>
    <message>
        <source>Data, states and tuning</source>
        <translation>数据、状态与调优</translation>
    </message>
    <message>
        <source>Software release</source>
        <translation>软件版本</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>按实测</translation>
    </message>
    <message>
        <source>Release of the software, like 26.06. Where the calibration has an entry for it, its constants and schedules count.</source>
        <translation>软件的版本，例如 26.06。若校准中有对应条目，则采用其常数和调度。</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Software as measured</source>
        <translation>软件如实测</translation>
    </message>
    <message>
        <source>Use release %1</source>
        <translation>使用版本 %1</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>1 device</source>
        <translation>1 个设备</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 条链路</translation>
    </message>
    <message>
        <source>%1 links</source>
        <translation>%1 条链路</translation>
    </message>
    <message>
        <source>%1 to %2 %</source>
        <translation>%1 至 %2 %</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>over 100 %</source>
        <translation>超过 100 %</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <translation>阶段 %1：%2</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Link load</source>
        <translation>链路负载</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
</context>
<context>
    <name>LinkForm</name>
    <message>
        <source>Technology</source>
        <translation>技术</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Bandwidth per direction</source>
        <translation>单向带宽</translation>
    </message>
    <message>
        <source>In bits</source>
        <translation>以比特计</translation>
    </message>
    <message>
        <source>%1 Gbit/s per direction</source>
        <translation>每个方向 %1 Gbit/s</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
</context>
<context>
    <name>LinkPage</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>Technology</source>
        <translation>技术</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation>当前速度</translation>
    </message>
    <message>
        <source>Available share of the bandwidth at the start of the step; 0 means down</source>
        <translation>训练步开始时可用带宽的比例；0 表示断开</translation>
    </message>
    <message>
        <source>Speed, %</source>
        <translation>速度，%</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Load in this step</source>
        <translation>本步负载</translation>
    </message>
    <message>
        <source>Carried</source>
        <translation>传输量</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>technology</source>
        <translation>技术</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 条链路</translation>
    </message>
    <message>
        <source>%1 links</source>
        <translation>%1 条链路</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Change %1 of %2</source>
        <translation>更改 %2 的%1</translation>
    </message>
    <message>
        <source>%1 per direction</source>
        <translation>每方向 %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>Nothing is simulated yet.</source>
        <translation>尚无仿真结果。</translation>
    </message>
    <message>
        <source>%1 and %2 back</source>
        <translation>去 %1，回 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>This plan sends nothing over it.</source>
        <translation>此方案不经它传输任何数据。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Copies technology, bandwidth and latency from the catalog</source>
        <translation>从目录取得技术、带宽和延迟</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定义数值</translation>
    </message>
    <message>
        <source>Unsourced estimate.</source>
        <translation>无来源的估计值。</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Load is the bytes of a step over the bandwidth that the link has during it, as a share of the step.</source>
        <translation>负载是一步的字节数除以链路在这一步中的带宽，占这一步的比例。</translation>
    </message>
    <message>
        <source>Max flows at a time</source>
        <translation>同时最多的流</translation>
    </message>
    <message>
        <source>Flows at that time</source>
        <translation>此时的流</translation>
    </message>
    <message>
        <source>never more than 1</source>
        <translation>从不超过 1</translation>
    </message>
</context>
<context>
    <name>LinkText</name>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>ModelForm</name>
    <message>
        <source>Family</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Published as</source>
        <translation>公布值</translation>
    </message>
    <message>
        <source>million</source>
        <translation>M</translation>
    </message>
    <message>
        <source>billion</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Transformer blocks</source>
        <translation>Transformer 层数</translation>
    </message>
    <message>
        <source>Kinds of block</source>
        <translation>块的种类</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Key-value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <source>Head dimension</source>
        <translation>每头维度</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP 宽度</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Max sequence length</source>
        <translation>最长序列</translation>
    </message>
    <message>
        <source>Gated MLP (SwiGLU)</source>
        <translation>门控 MLP（SwiGLU）</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>共享词嵌入</translation>
    </message>
    <message>
        <source>Learned positions</source>
        <translation>可学习位置编码</translation>
    </message>
    <message>
        <source>Biases and LayerNorm</source>
        <translation>偏置与 LayerNorm</translation>
    </message>
    <message>
        <source>Experts and latent attention</source>
        <translation>专家与潜在注意力</translation>
    </message>
    <message>
        <source>Mixture of experts</source>
        <translation>混合专家（MoE）</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每个 token 的专家数</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家数</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>专家宽度</translation>
    </message>
    <message>
        <source>Dense blocks</source>
        <translation>稠密层数</translation>
    </message>
    <message>
        <source>Latent attention (MLA)</source>
        <translation>多头潜在注意力（MLA）</translation>
    </message>
    <message>
        <source>Query rank</source>
        <translation>查询的秩</translation>
    </message>
    <message>
        <source>Key-value rank</source>
        <translation>键和值的秩</translation>
    </message>
    <message>
        <source>Head dimension, no position</source>
        <translation>无位置编码的头维度</translation>
    </message>
    <message>
        <source>Head dimension, rotary</source>
        <translation>带位置编码的头维度</translation>
    </message>
    <message>
        <source>Head dimension, values</source>
        <translation>值的头维度</translation>
    </message>
    <message>
        <source>%1, %2 active</source>
        <translation>%1，激活 %2</translation>
    </message>
    <message>
        <source>Modules for further tokens</source>
        <translation>预测更多词元的模块</translation>
    </message>
    <message>
        <source>Groups of experts</source>
        <translation>专家组数</translation>
    </message>
    <message>
        <source>Groups per token</source>
        <translation>每个 token 的组数</translation>
    </message>
</context>
<context>
    <name>NodeForm</name>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Add devices</source>
        <translation>添加设备</translation>
    </message>
    <message>
        <source>Switches and hosts inside</source>
        <translation>节点内的交换机与主机</translation>
    </message>
    <message>
        <source>Add a vertex</source>
        <translation>添加内部节点</translation>
    </message>
    <message>
        <source>Links inside</source>
        <translation>节点内链路</translation>
    </message>
    <message>
        <source>Add a link</source>
        <translation>添加链路</translation>
    </message>
    <message>
        <source>Number of devices</source>
        <translation>设备数量</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>设备类型</translation>
    </message>
    <message>
        <source>Remove these devices</source>
        <translation>去掉这些设备</translation>
    </message>
    <message>
        <source>Name of the vertex</source>
        <translation>内部节点的名称</translation>
    </message>
    <message>
        <source>Kind of the vertex</source>
        <translation>内部节点的种类</translation>
    </message>
    <message>
        <source>Remove this vertex and its links</source>
        <translation>去掉此内部节点及其链路</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>To</source>
        <translation>终点</translation>
    </message>
    <message>
        <source>A vertex, gpu3, gpu0-3, or gpu* for all devices</source>
        <translation>内部节点、gpu3、gpu0-3，或用 gpu* 表示所有设备</translation>
    </message>
    <message>
        <source>Technology</source>
        <translation>技术</translation>
    </message>
    <message>
        <source>Bandwidth per direction</source>
        <translation>单向带宽</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Remove this link</source>
        <translation>去掉此链路</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Power beside the devices</source>
        <translation>不含加速设备的功率</translation>
    </message>
</context>
<context>
    <name>NodePage</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>Drawn from</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Speed of all devices</source>
        <translation>所有设备的速度</translation>
    </message>
    <message>
        <source>Compute rate of the devices: 100 % is full speed, less is a shared or throttled device. Zoom in and choose one device to slow it alone.</source>
        <translation>设备的计算速率：100 % 为全速，更低表示设备被共享或降频。放大后可选择单个设备单独降速。</translation>
    </message>
    <message>
        <source>Speed, %</source>
        <translation>速度，%</translation>
    </message>
    <message>
        <source>Change the speed of %1</source>
        <translation>更改 %1 的速度</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>内部</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 个设备</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>手工绘制</translation>
    </message>
    <message>
        <source>%1 – %2: %3 %4, %5</source>
        <translation>%1 – %2：%3 %4，%5</translation>
    </message>
    <message>
        <source>No links inside.</source>
        <translation>内部没有链路。</translation>
    </message>
    <message>
        <source>Number of devices</source>
        <translation>设备数量</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>设备类型</translation>
    </message>
    <message>
        <source>Change the devices of %1</source>
        <translation>更改 %1 的设备</translation>
    </message>
    <message>
        <source>The shown plan does not use this node.</source>
        <translation>所示方案未使用此节点。</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>Host power</source>
        <translation>主机功率</translation>
    </message>
    <message>
        <source>Power of CPUs, memory, network cards and fans, beside the devices. It is drawn all the time and counts towards the energy of every step.</source>
        <translation>CPU、内存、网卡和风扇的功率，不含加速设备。持续消耗，计入每个训练步的能耗。</translation>
    </message>
    <message>
        <source>Change the power of %1</source>
        <translation>更改 %1 的功率</translation>
    </message>
</context>
<context>
    <name>NoteColours</name>
    <message>
        <source>Yellow</source>
        <translation>黄色</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰色</translation>
    </message>
</context>
<context>
    <name>NotePage</name>
    <message>
        <source>Ctrl+Enter or leaving the field saves the text; Escape restores it.</source>
        <translation>按 Ctrl+Enter 或离开输入框即采用所写内容；按 Esc 撤回。</translation>
    </message>
    <message>
        <source>Colour of the note</source>
        <translation>便笺颜色</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Width of the note</source>
        <translation>便笺宽度</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Notes have no effect on the simulation.</source>
        <translation>便笺不影响仿真。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>便笺</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 张便笺</translation>
    </message>
</context>
<context>
    <name>ParetoAxis</name>
    <message>
        <source>Cost per step</source>
        <translation>每步费用</translation>
    </message>
    <message>
        <source>Cost per million tokens</source>
        <translation>每百万 token 费用</translation>
    </message>
    <message>
        <source>Energy per step</source>
        <translation>每步能耗</translation>
    </message>
    <message>
        <source>Energy per token</source>
        <translation>每 token 能耗</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Cost, M tokens</source>
        <translation>费用/百万 token</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Energy, token</source>
        <translation>能耗/token</translation>
    </message>
    <message>
        <source>cents</source>
        <translation>美分</translation>
    </message>
</context>
<context>
    <name>PlanPoint</name>
    <message>
        <source>your plan</source>
        <translation>您的方案</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>第 %1 名</translation>
    </message>
    <message>
        <source>outside the space: %1</source>
        <translation>空间之外：%1</translation>
    </message>
</context>
<context>
    <name>PlanWords</name>
    <message>
        <source>recompute %1</source>
        <translation>重计算 %1</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>R sel</source>
        <translation>选择性重计算</translation>
    </message>
    <message>
        <source>TP by stage</source>
        <translation>按阶段的 TP</translation>
    </message>
    <message>
        <source>recompute full</source>
        <translation>完全重计算</translation>
    </message>
    <message>
        <source>recompute selective</source>
        <translation>选择性重计算</translation>
    </message>
    <message>
        <source>%1 (mixed stages)</source>
        <translation>%1（混合阶段）</translation>
    </message>
    <message>
        <source>interleaved x%1</source>
        <translation>交错 x%1</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 跨 %2</translation>
    </message>
    <message>
        <source>%1 (pipelines by type)</source>
        <translation>%1（流水线按类型）</translation>
    </message>
    <message>
        <source>%1 (samples by type)</source>
        <translation>%1（样本按类型）</translation>
    </message>
    <message>
        <source>recompute of %1 parts</source>
        <translation>重计算 %1 个部分</translation>
    </message>
</context>
<context>
    <name>PlannerWords</name>
    <message>
        <source>the search was stopped before it</source>
        <translation>搜索在此之前已停止</translation>
    </message>
    <message>
        <source>over the budget</source>
        <translation>超出预算</translation>
    </message>
    <message>
        <source>no plan of it is within the budget</source>
        <translation>其中没有方案在预算之内</translation>
    </message>
    <message>
        <source>no cut of the layers fits every device</source>
        <translation>没有任何层切分能放进每个设备</translation>
    </message>
    <message>
        <source>no plan of its rules fits in memory</source>
        <translation>按其规则没有方案放得进显存</translation>
    </message>
    <message>
        <source>its plan does not fit in memory</source>
        <translation>其方案放不进显存</translation>
    </message>
    <message>
        <source>TP %1 does not divide %2 heads</source>
        <translation>TP %1 不能整除 %2 个注意力头</translation>
    </message>
    <message>
        <source>TP %1 does not divide the MLP&apos;s width %2</source>
        <translation>TP %1 不能整除 MLP 宽度 %2</translation>
    </message>
    <message>
        <source>TP %1 does not divide an expert&apos;s width %2</source>
        <translation>TP %1 不能整除专家宽度 %2</translation>
    </message>
    <message>
        <source>TP %1 does not divide %2 heads of linear attention or state space</source>
        <translation>TP %1 不能整除 %2 个线性注意力或状态空间头</translation>
    </message>
    <message>
        <source>TP %1 does not divide the sequence length %2</source>
        <translation>TP %1 不能整除序列长度 %2</translation>
    </message>
    <message>
        <source>at least %1, the best plan takes %2</source>
        <translation>至少 %1，最佳方案为 %2</translation>
    </message>
    <message>
        <source>costs %1 per step and draws %2</source>
        <translation>每步花费 %1，功率 %2</translation>
    </message>
    <message>
        <source>at most %1 are allowed</source>
        <translation>最多允许 %1</translation>
    </message>
    <message>
        <source>it fits, and there is no other plan</source>
        <translation>放得下，且没有其他方案</translation>
    </message>
    <message>
        <source>takes %1, as long as the best plan</source>
        <translation>用时 %1，与最佳方案相同</translation>
    </message>
    <message>
        <source>takes %1, %2 slower than the best plan&apos;s %3</source>
        <translation>用时 %1，比最佳方案的 %3 慢 %2</translation>
    </message>
    <message>
        <source>takes %1, %2 faster than the best plan&apos;s %3</source>
        <translation>用时 %1，比最佳方案的 %3 快 %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>at least %1 in the layouts examined</source>
        <translation>在已查看的布局中至少 %1</translation>
    </message>
    <message>
        <source>%1, of that %2 %3</source>
        <translation>%1，其中%3 %2</translation>
    </message>
    <message>
        <source>%1, of that %2 %3 on %4</source>
        <translation>%1，其中 %4 上的%3 %2</translation>
    </message>
    <message>
        <source>%1; the best plan takes %2</source>
        <translation>%1；最佳方案为 %2</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>TP communication</source>
        <translation>TP 通信</translation>
    </message>
    <message>
        <source>waits for sends</source>
        <translation>等待发送</translation>
    </message>
    <message>
        <source>gradient synchronization</source>
        <translation>梯度同步</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>stragglers</source>
        <translation>掉队</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>host overhead</source>
        <translation>主机开销</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>pipeline fill and drain</source>
        <translation>流水线填充与排空</translation>
    </message>
    <message>
        <source>bounded</source>
        <translation>被下界剪枝</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>mapping</source>
        <translation>映射受限</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未到达</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>显存不足</translation>
    </message>
    <message>
        <source>bounding</source>
        <translation>计算下界</translation>
    </message>
    <message>
        <source>exploring</source>
        <translation>探索中</translation>
    </message>
    <message>
        <source>narrowing the gap</source>
        <translation>缩小差距</translation>
    </message>
    <message>
        <source>trying plans outside the space</source>
        <translation>查看空间之外</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>次迭代</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>best uniform plan</source>
        <translation>最佳均匀方案</translation>
    </message>
    <message>
        <source>uniform (Megatron-LM)</source>
        <translation>均匀（Megatron-LM）</translation>
    </message>
    <message>
        <source>proportional (Whale)</source>
        <translation>按比例（Whale）</translation>
    </message>
    <message>
        <source>Metis-like greedy</source>
        <translation>类 Metis 贪心</translation>
    </message>
    <message>
        <source>Sailor-like greedy</source>
        <translation>类 Sailor 贪心</translation>
    </message>
    <message>
        <source>samples by speed</source>
        <translation>按速度分配样本</translation>
    </message>
    <message>
        <source>TP by stage</source>
        <translation>按阶段的 TP</translation>
    </message>
    <message>
        <source>TP over nodes</source>
        <translation>跨节点 TP</translation>
    </message>
    <message>
        <source>unlike pipelines</source>
        <translation>各异的流水线</translation>
    </message>
    <message>
        <source>%1 of group %2 must be used, but is not</source>
        <translation>组 %2 的 %1 必须工作，但未使用</translation>
    </message>
    <message>
        <source>%1 of group %2 is used outside the places of its group</source>
        <translation>组 %2 的 %1 在本组位置之外工作</translation>
    </message>
    <message>
        <source>%1 is used in a place of group %2, but does not belong to it</source>
        <translation>%1 不属于组 %2，却在其位置工作</translation>
    </message>
    <message>
        <source>%1 of group %2 is used where its group is forbidden</source>
        <translation>组 %2 的 %1 在本组必须避开的位置工作</translation>
    </message>
    <message>
        <source>as fast</source>
        <translation>同样快</translation>
    </message>
    <message>
        <source>%1 devices do all the work: %2</source>
        <translation>%1 个设备承担全部工作：%2</translation>
    </message>
    <message>
        <source>one device does all the work: %1</source>
        <translation>一个设备承担全部工作：%1</translation>
    </message>
    <message>
        <source>no cut of the layers fits every device; cut evenly, %1</source>
        <translation>没有任何层切分能放进每个设备；均匀切分时，%1</translation>
    </message>
    <message>
        <source>needs %1, these %2 devices have %3</source>
        <translation>需要 %1，这 %2 个设备只有 %3</translation>
    </message>
    <message>
        <source>needs %1, this device has %2</source>
        <translation>需要 %1，这个设备只有 %2</translation>
    </message>
    <message>
        <source>the fullest device needs %1 and has %2</source>
        <translation>最满的设备需要 %1，只有 %2</translation>
    </message>
    <message>
        <source>at least %1; not searched to its end</source>
        <translation>至少 %1；未搜索完</translation>
    </message>
    <message>
        <source>activations exceed memory by %1 on %2</source>
        <translation>%2 上激活值超出显存 %1</translation>
    </message>
    <message>
        <source>weights and optimizer exceed memory by %1 on %2</source>
        <translation>%2 上权重和优化器超出显存 %1</translation>
    </message>
    <message>
        <source>stage %1 of pipeline %2 exceeds memory by %3: it needs %4 on %5, which has %6; largest part: %7 %8</source>
        <translation>流水线 %2 的阶段 %1 超出显存 %3：在 %5 上需要 %4，而其容量为 %6；最大部分：%7 %8</translation>
    </message>
    <message>
        <source>%1; %2 stages exceed memory</source>
        <translation>%1；%2 个阶段超出显存</translation>
    </message>
    <message>
        <source>not faster than the best plan, which takes %1</source>
        <translation>不比最佳方案快，后者需要 %1</translation>
    </message>
    <message>
        <source>%1 and pays %2 less for %3</source>
        <translation>%1，并且在%3上少用 %2</translation>
    </message>
    <message>
        <source>ring of context parallelism</source>
        <translation>上下文并行的环</translation>
    </message>
    <message>
        <source>all-to-all of experts</source>
        <translation>专家的 all-to-all</translation>
    </message>
    <message>
        <source>gathers of ZeRO-3</source>
        <translation>ZeRO-3 的收集</translation>
    </message>
    <message>
        <source>no recompute</source>
        <translation>无重计算</translation>
    </message>
    <message>
        <source>other stages</source>
        <translation>其他阶段</translation>
    </message>
    <message>
        <source>clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>%1. What is known of its causes adds up to %2</source>
        <translation>%1。已知的各项原因合计 %2</translation>
    </message>
    <message>
        <source>%1. A closer look: %2</source>
        <translation>%1。进一步查看：%2</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source> · one: %1</source>
        <translation> · 单次：%1</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>The step of %1 is uncertain by ± %2.</source>
        <translation>%1 的步时间不确定度为 ± %2。</translation>
    </message>
    <message>
        <source>Drag from a port to draw a link · Ctrl+D duplicates · F fits</source>
        <translation>从端口拖动可绘制链路 · Ctrl+D 创建副本 · F 适应窗口</translation>
    </message>
    <message>
        <source>Drag a node from the left onto the canvas</source>
        <translation>从左侧将节点拖到此画布上</translation>
    </message>
    <message>
        <source>or choose one there and press Enter; then draw links from port to port</source>
        <translation>或在左侧选中后按 Enter；然后从端口到端口绘制链路</translation>
    </message>
    <message>
        <source>emb + %1 + head</source>
        <comment>layers of a stage</comment>
        <translation>嵌入 + %1 + 输出头</translation>
    </message>
    <message>
        <source>emb + %1</source>
        <comment>layers of a stage</comment>
        <translation>嵌入 + %1</translation>
    </message>
    <message>
        <source>%1 + head</source>
        <comment>layers of a stage</comment>
        <translation>%1 + 输出头</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 ports</source>
        <translation>%1 个端口</translation>
    </message>
    <message>
        <source>not linked</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>移动 %1</translation>
    </message>
    <message>
        <source>Move %1 items</source>
        <translation>移动 %1 个对象</translation>
    </message>
    <message>
        <source>%1 – drop on a node or switch</source>
        <translation>%1 – 放到节点或交换机上</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>link is down</source>
        <translation>链路已断开</translation>
    </message>
    <message>
        <source>runs at %1</source>
        <translation>速度为 %1</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>%1 flows</source>
        <translation>%1 条流</translation>
    </message>
    <message>
        <source>%1 load</source>
        <translation>负载 %1</translation>
    </message>
    <message>
        <source>%1 at %2:</source>
        <translation>%1，在 %2：</translation>
    </message>
    <message>
        <source>no devices</source>
        <translation>无设备</translation>
    </message>
    <message>
        <source>%1 PCIe switches</source>
        <translation>%1 个 PCIe 交换机</translation>
    </message>
    <message>
        <source>PCIe switch</source>
        <translation>PCIe 交换机</translation>
    </message>
    <message>
        <source>PCIe, %1 sockets</source>
        <translation>PCIe，%1 个 CPU 插槽</translation>
    </message>
    <message>
        <source>PCIe to the host</source>
        <translation>PCIe 到主机</translation>
    </message>
    <message>
        <source>%1 · %2 per direction · %3</source>
        <translation>%1 · 每方向 %2 · %3</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>not used by this plan</source>
        <translation>此方案未使用</translation>
    </message>
    <message>
        <source>no plan yet</source>
        <translation>尚无方案</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>time by cause · memory: weights, gradients, optimizer, activations</source>
        <translation>按原因划分的时间 · 显存：权重、梯度、优化器、激活</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>layers %1–%2</source>
        <translation>层 %1–%2</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>TP, exposed</source>
        <translation>TP（暴露）</translation>
    </message>
    <message>
        <source>PP, exposed</source>
        <translation>PP（暴露）</translation>
    </message>
    <message>
        <source>DP, exposed</source>
        <translation>DP（暴露）</translation>
    </message>
    <message>
        <source>CP and EP, exposed</source>
        <translation>CP 和 EP（暴露）</translation>
    </message>
    <message>
        <source>Straggler</source>
        <translation>掉队</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>%1: the name must end in .png, .svg or .pdf</source>
        <translation>%1：名称必须以 .png、.svg 或 .pdf 结尾</translation>
    </message>
    <message>
        <source>no feasible plan: %1: %2</source>
        <translation>没有可行方案：%1：%2</translation>
    </message>
    <message>
        <source>no feasible plan</source>
        <translation>没有可行方案</translation>
    </message>
    <message>
        <source>%1: cannot be written</source>
        <translation>%1：无法写入</translation>
    </message>
    <message>
        <source>Diurnal</source>
        <translation>昼夜变化</translation>
    </message>
    <message>
        <source>Flap</source>
        <translation>抖动</translation>
    </message>
    <message>
        <source>Decay</source>
        <translation>衰减</translation>
    </message>
    <message>
        <source>Outage</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>级数</translation>
    </message>
    <message>
        <source>Periods</source>
        <translation>周期数</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起始</translation>
    </message>
    <message>
        <source>Down for</source>
        <translation>断开时长</translation>
    </message>
    <message>
        <source>Up for</source>
        <translation>连通时长</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Rate afterwards</source>
        <translation>此时速率</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Down to</source>
        <translation>降至</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>a min rate of %1</source>
        <translation>最低速率 %1</translation>
    </message>
    <message>
        <source>at most the max, %1</source>
        <translation>不超过最高速率 %1</translation>
    </message>
    <message>
        <source>a curve that ends at %1</source>
        <translation>在 %1 结束的曲线</translation>
    </message>
    <message>
        <source>an end before %1</source>
        <translation>在 %1 之前结束</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 条链路</translation>
    </message>
    <message>
        <source>%1 links</source>
        <translation>%1 条链路</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 个设备</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source> and </source>
        <translation>和</translation>
    </message>
    <message>
        <source>%1, %</source>
        <translation>%1，%</translation>
    </message>
    <message>
        <source>%1 is down</source>
        <translation>%1 已断开</translation>
    </message>
    <message>
        <source>Does not fit in memory: %1</source>
        <translation>显存放不下：%1</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>要保存对 %1 的更改吗？</translation>
    </message>
    <message>
        <source>HeteroScope projects (*.hscope.json *.json)</source>
        <translation>HeteroScope 项目 (*.hscope.json *.json)</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Export a picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>图片 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>%1 is open elsewhere</source>
        <translation>%1 已在别处打开</translation>
    </message>
    <message>
        <source>%1 has it open. Two windows that save the same file would undo each other&apos;s work; a copy is saved under another name.</source>
        <translation>%1 已打开此文件。两个窗口保存同一文件会互相覆盖；副本将以另一名称保存。</translation>
    </message>
    <message>
        <source>Somebody</source>
        <translation>有人</translation>
    </message>
    <message>
        <source>Open a copy</source>
        <translation>打开副本</translation>
    </message>
    <message>
        <source>%1 was changed on disk</source>
        <translation>%1 在磁盘上已被更改</translation>
    </message>
    <message>
        <source>Another program wrote the file after this window opened it. Saving now replaces what was written there; &quot;Save as&quot; keeps both.</source>
        <translation>此窗口打开文件后，另一个程序写入了该文件。现在保存会替换其写入的内容；“另存为”则两者都保留。</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>simulating …</source>
        <translation>正在仿真 …</translation>
    </message>
    <message>
        <source>See where every millisecond of training goes on mixed hardware.</source>
        <translation>看清混合硬件上训练的每一毫秒都花在哪里。</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <comment>how a day is written</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>a bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>for example: %1</source>
        <translation>例如：%1</translation>
    </message>
    <message>
        <source>a factor from %1 to %2</source>
        <translation>%1 到 %2 之间的系数</translation>
    </message>
    <message>
        <source>expected %1</source>
        <translation>应为 %1</translation>
    </message>
    <message>
        <source>%1, expected %2</source>
        <translation>%1，应为 %2</translation>
    </message>
    <message>
        <source>Which devices are these?</source>
        <translation>这些是什么设备？</translation>
    </message>
    <message>
        <source>Drop on the node to measure the route to</source>
        <translation>在要测量到的节点上松开</translation>
    </message>
    <message>
        <source>Tensor parallelism: the devices that share each layer, outlined</source>
        <translation>张量并行：共同分担每一层的设备，以轮廓标出</translation>
    </message>
    <message>
        <source>Pipeline parallelism: arrows from stage to stage</source>
        <translation>流水线并行：从阶段到阶段的箭头</translation>
    </message>
    <message>
        <source>Data parallelism: lines between replicas of a stage</source>
        <translation>数据并行：同一阶段各副本之间的连线</translation>
    </message>
    <message>
        <source>Context parallelism: the devices that share each sequence, outlined</source>
        <translation>上下文并行：共同分担每个序列的设备，以轮廓标出</translation>
    </message>
    <message>
        <source>Expert parallelism: the devices that share the experts, outlined</source>
        <translation>专家并行：共同分担专家的设备，以轮廓标出</translation>
    </message>
    <message>
        <source>Nothing of the plan is drawn over the cluster</source>
        <translation>集群上不绘制任何计划内容</translation>
    </message>
    <message>
        <source>%1 x up to %2</source>
        <translation>%1 x 最高 %2</translation>
    </message>
    <message>
        <source>%1 · %2 · %3
1 GB takes %4; bottleneck: %5</source>
        <translation>%1 · %2 · %3
1 GB 需要 %4；瓶颈：%5</translation>
    </message>
    <message>
        <source>Unsourced estimate</source>
        <translation>无来源的估计值</translation>
    </message>
    <message>
        <source>Import files of other tools</source>
        <translation>导入其他工具的文件</translation>
    </message>
    <message>
        <source>The matrix does not name the devices. Give the output of nvidia-smi -L along with it, or choose their type:</source>
        <translation>该矩阵没有设备名称。请同时提供 nvidia-smi -L 的输出，或选择设备类型：</translation>
    </message>
    <message>
        <source>%1 already exists</source>
        <translation>%1 已存在</translation>
    </message>
    <message>
        <source>Saving replaces what is in it. Cancel leads back to the choice of a name.</source>
        <translation>保存会替换其中的内容。取消则返回选择名称。</translation>
    </message>
    <message>
        <source>Which device was measured?</source>
        <translation>测量的是哪种设备？</translation>
    </message>
    <message>
        <source>The catalog has no device that is called %1. Its peak rates are those of:</source>
        <translation>目录中没有名为 %1 的设备。其峰值与下列设备相同：</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Use these</source>
        <translation>使用这些</translation>
    </message>
    <message>
        <source>Keep as it was</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>Use the shipped ones</source>
        <translation>使用自带的</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>%1 of %2 gone</source>
        <translation>%2 个中有 %1 个离开</translation>
    </message>
    <message>
        <source>Cloud bandwidth (random)</source>
        <translation>云带宽（随机）</translation>
    </message>
    <message>
        <source>Slowdowns (random)</source>
        <translation>减速（随机）</translation>
    </message>
    <message>
        <source>Spot node (random)</source>
        <translation>竞价节点（随机）</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Mean time at full rate</source>
        <translation>全速的平均时间</translation>
    </message>
    <message>
        <source>Mean slow time</source>
        <translation>慢速的平均时间</translation>
    </message>
    <message>
        <source>Rate when slow</source>
        <translation>慢速时的速率</translation>
    </message>
    <message>
        <source>Mean time there</source>
        <translation>在场的平均时间</translation>
    </message>
    <message>
        <source>Mean time gone</source>
        <translation>离开的平均时间</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Lessons (*.lesson.json *.json)</source>
        <translation>课程 (*.lesson.json *.json)</translation>
    </message>
    <message>
        <source>In the host</source>
        <translation>在主机中</translation>
    </message>
    <message>
        <source>Choose the sheet</source>
        <translation>选择练习单</translation>
    </message>
    <message>
        <source>Exercise sheets (sheet.json *.json)</source>
        <translation>练习单 (sheet.json *.json)</translation>
    </message>
    <message>
        <source>Choose the hand-ins</source>
        <translation>选择作业</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>Price of %1 nodes</source>
        <translation>%1 个节点的价格</translation>
    </message>
    <message>
        <source>factors for a device: 1 is its full speed, or its usual price</source>
        <translation>设备的系数：1 表示全速，或平常的价格</translation>
    </message>
    <message>
        <source>Activations there</source>
        <translation>其中激活值</translation>
    </message>
    <message>
        <source>the plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>the job</source>
        <translation>任务</translation>
    </message>
</context>
<context>
    <name>RackItem</name>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 个设备</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
</context>
<context>
    <name>RackPage</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Number of copies</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>All copies are equal to the drawn one; an edit applies to all.</source>
        <translation>每份副本都与所绘的相同：编辑一次即改动全部。</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>One tile on the canvas</source>
        <translation>在画布上显示为一块</translation>
    </message>
    <message>
        <source>In each copy</source>
        <translation>每份副本</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>In all copies</source>
        <translation>全部副本</translation>
    </message>
    <message>
        <source>Links inside the rack exist in each copy; a link to the outside exists once per copy.</source>
        <translation>内部链路在每份副本中都有；通向机架外的链路每份各有一条。</translation>
    </message>
    <message>
        <source>Ungroup</source>
        <translation>解散</translation>
    </message>
    <message>
        <source>Draws every copy on its own</source>
        <translation>将每份副本分别绘出</translation>
    </message>
    <message>
        <source>rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>The shown plan does not use this rack.</source>
        <translation>所示方案未使用此机架。</translation>
    </message>
</context>
<context>
    <name>ResultWords</name>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>the collectives of a pass are drawn together at its end</source>
        <translation>一次前向或反向的集合通信合并绘制在其末尾</translation>
    </message>
    <message>
        <source>the time of a pass is divided among its operations in proportion to their own times</source>
        <translation>一次前向或反向的总量分摊到其各算子</translation>
    </message>
    <message>
        <source>no transfers or collectives that run at one time share a link</source>
        <translation>同时进行的传输或集合通信不共享链路</translation>
    </message>
    <message>
        <source>transfers and collectives that use a link at the same time share it max-min fairly; the hidden part of a collective does not compete for links</source>
        <translation>共享链路的传输和集合通信按最大最小公平分配；集合通信被计算掩盖的部分不与其他流竞争</translation>
    </message>
    <message>
        <source>gradients are reduced in buckets during the last backward pass; weights are gathered during the next step&apos;s first forward pass</source>
        <translation>梯度在最后一次反向期间分桶发出，权重在下一步第一次前向期间取回</translation>
    </message>
    <message>
        <source>gradients are synchronized after the last backward pass</source>
        <translation>梯度在最后一次反向之后同步</translation>
    </message>
    <message>
        <source>sends block: each waits for the matching receive, and the sender computes nothing until the data has arrived</source>
        <translation>发送是阻塞的：与接收方的下一次接收会合，到达之前发送方不计算</translation>
    </message>
    <message>
        <source>receives are posted when the pass before them begins; sends run beside computation</source>
        <translation>接收在其前一次计算开始时预先发起；发送与计算并行</translation>
    </message>
    <message>
        <source>sends are asynchronous and receives posted in time: they run beside computation</source>
        <translation>发送是异步的，接收及时发起：与计算并行</translation>
    </message>
    <message>
        <source>the optimizer of a stage does not wait for the global gradient norm: the step time is the period of steps that overlap</source>
        <translation>各阶段的优化器不等待全局梯度范数：步时间是重叠训练步的周期</translation>
    </message>
    <message>
        <source>the optimizer waits for the global gradient norm</source>
        <translation>优化器等待全局梯度范数</translation>
    </message>
    <message>
        <source>transfers and collectives follow the links&apos; rate curves; the gathers of ZeRO-3 run at the rates of the step&apos;s start</source>
        <translation>传输和集合通信遵循链路的速率曲线；ZeRO-3 的 All-Gather 使用训练步开始时的速率</translation>
    </message>
    <message>
        <source>computation follows the devices&apos; rate curves; the optimizer runs at the speed of the step&apos;s start</source>
        <translation>计算遵循设备的速率曲线；优化器使用训练步开始时的速度</translation>
    </message>
    <message>
        <source>ZeRO-2 keeps full gradients between micro-batches and reduces them once a step</source>
        <translation>ZeRO-2 在微批次之间保留完整梯度，每步归约一次</translation>
    </message>
    <message>
        <source>ZeRO-2 holds a share of the gradients; their time is that of reducing them once a step</source>
        <translation>ZeRO-2 只保存一部分梯度；其时间按每步归约一次计算</translation>
    </message>
    <message>
        <source>routing is balanced; gradients of experts are averaged over the devices that hold the same ones</source>
        <translation>路由是均衡的；专家梯度在持有相同专家的设备之间平均</translation>
    </message>
    <message>
        <source>%1 is not calibrated: default efficiency curves</source>
        <translation>%1 未校准：使用默认效率曲线</translation>
    </message>
    <message>
        <source>%1 has no price: it costs 0 here</source>
        <translation>%1 没有价格：此处按 0 计</translation>
    </message>
    <message>
        <source>the error of ± %1 is that of held-back steps of this kind: %2 measured with %3 on %4</source>
        <translation>误差 ± %1 来自留出的同类训练步：用 %3 在 %4 上实测了 %2 步</translation>
    </message>
    <message>
        <source>no step of this kind (sharding, nodes, experts) was measured with %1 on %2: the error of ± %3 is that of predictions from the %4 others</source>
        <translation>没有用 %1 在 %2 上实测过这类训练步（切分、节点、专家）：误差 ± %3 是由其他 %4 步预测时的误差</translation>
    </message>
    <message>
        <source>no step of %1 on %2 was ever measured, only each with others: the error of ± %3 is that of such predictions</source>
        <translation>从未实测过 %1 在 %2 上的训练步，只分别与其他组合测过：误差 ± %3 是这类预测的误差</translation>
    </message>
    <message>
        <source>no step on devices of the class %1 was ever measured: the error of ± %2 is that of predictions for classes left out</source>
        <translation>从未实测过 %1 类设备上的训练步：误差 ± %2 是对留出的设备类预测时的误差</translation>
    </message>
    <message>
        <source>no step of %1 was ever measured: the error of ± %2 is that of predictions for software stacks left out</source>
        <translation>从未实测过 %1 的训练步：误差 ± %2 是对留出的软件栈预测时的误差</translation>
    </message>
    <message>
        <source>no step on unlike devices was ever measured: the error of ± %1 is the largest of all kinds of predictions</source>
        <translation>从未实测过异构设备上的训练步：误差 ± %1 是各类预测中最大的</translation>
    </message>
    <message>
        <source>no step of %1 and none on devices of the class %2 was ever measured: the error of ± %3 is that of predictions for both left out</source>
        <translation>从未实测过 %1 的训练步，也没有 %2 类设备上的：误差 ± %3 是两者都留出时的预测误差</translation>
    </message>
    <message>
        <source>the software stack %1 is not calibrated: the constants of %2 are used, with an error of up to %3</source>
        <translation>软件栈 %1 未校准：使用 %2 的常数，误差可达 %3</translation>
    </message>
    <message>
        <source>identical pipelines are simulated once</source>
        <translation>完全一致的流水线只仿真一次</translation>
    </message>
    <message>
        <source>pipelines whose transfers share links are simulated separately</source>
        <translation>传输共享链路的流水线分别仿真</translation>
    </message>
    <message>
        <source>only some of the identical pipelines average gradients together, so each is simulated separately</source>
        <translation>部分相同的流水线之间平均梯度，因此分别仿真</translation>
    </message>
    <message>
        <source>micro-batches that repeat exactly are simulated once; rows show the total of their times</source>
        <translation>工作完全重复的微批次只仿真一次；各行显示其时间之和</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>query down</source>
        <translation>Query 降维</translation>
    </message>
    <message>
        <source>query up</source>
        <translation>Query 升维</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Query</translation>
    </message>
    <message>
        <source>key-value down</source>
        <translation>Key-Value 降维</translation>
    </message>
    <message>
        <source>key-value up</source>
        <translation>Key-Value 升维</translation>
    </message>
    <message>
        <source>query-key-value</source>
        <translation>Query-Key-Value</translation>
    </message>
    <message>
        <source>attention output</source>
        <translation>注意力输出</translation>
    </message>
    <message>
        <source>attention (fused)</source>
        <translation>注意力（融合）</translation>
    </message>
    <message>
        <source>attention (scores and values)</source>
        <translation>注意力（分数与值）</translation>
    </message>
    <message>
        <source>softmax and dropout</source>
        <translation>Softmax 与 Dropout</translation>
    </message>
    <message>
        <source>norm and residual (attention)</source>
        <translation>归一化与残差（注意力）</translation>
    </message>
    <message>
        <source>rotary embedding and layout</source>
        <translation>旋转位置编码与布局</translation>
    </message>
    <message>
        <source>mixer input</source>
        <translation>混合层输入</translation>
    </message>
    <message>
        <source>short convolution</source>
        <translation>短卷积</translation>
    </message>
    <message>
        <source>gated delta rule</source>
        <translation>门控 delta 规则</translation>
    </message>
    <message>
        <source>state-space scan</source>
        <translation>状态空间扫描</translation>
    </message>
    <message>
        <source>gated norm</source>
        <translation>门控归一化</translation>
    </message>
    <message>
        <source>mixer output</source>
        <translation>混合层输出</translation>
    </message>
    <message>
        <source>norm and residual (MLP)</source>
        <translation>归一化与残差（MLP）</translation>
    </message>
    <message>
        <source>MLP up</source>
        <translation>MLP 升维</translation>
    </message>
    <message>
        <source>activation function</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>MLP down</source>
        <translation>MLP 降维</translation>
    </message>
    <message>
        <source>router</source>
        <translation>路由器</translation>
    </message>
    <message>
        <source>permute and unpermute</source>
        <translation>重排与还原</translation>
    </message>
    <message>
        <source>experts up</source>
        <translation>专家升维</translation>
    </message>
    <message>
        <source>expert activation</source>
        <translation>专家激活函数</translation>
    </message>
    <message>
        <source>experts down</source>
        <translation>专家降维</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>%1, input gradient</source>
        <translation>%1，输入梯度</translation>
    </message>
    <message>
        <source>%1, weight gradient</source>
        <translation>%1，权重梯度</translation>
    </message>
    <message>
        <source>TP all-gather</source>
        <translation>TP All-Gather</translation>
    </message>
    <message>
        <source>TP reduce-scatter</source>
        <translation>TP Reduce-Scatter</translation>
    </message>
    <message>
        <source>TP all-reduce</source>
        <translation>TP All-Reduce</translation>
    </message>
    <message>
        <source>expert all-to-all</source>
        <translation>专家 All-to-All</translation>
    </message>
    <message>
        <source>ring attention</source>
        <translation>环形注意力</translation>
    </message>
    <message>
        <source>exchange of sequences</source>
        <translation>序列交换</translation>
    </message>
    <message>
        <source>weights exceed memory by %1 on %2</source>
        <translation>%2 上权重超出显存 %1</translation>
    </message>
    <message>
        <source>gradients exceed memory by %1 on %2</source>
        <translation>%2 上梯度超出显存 %1</translation>
    </message>
    <message>
        <source>optimizer state exceeds memory by %1 on %2</source>
        <translation>%2 上优化器状态超出显存 %1</translation>
    </message>
    <message>
        <source>activations exceed memory by %1 on %2</source>
        <translation>%2 上激活值超出显存 %1</translation>
    </message>
    <message>
        <source>logits exceed memory by %1 on %2</source>
        <translation>%2 上 logits 超出显存 %1</translation>
    </message>
    <message>
        <source>buffers exceed memory by %1 on %2</source>
        <translation>%2 上缓冲区超出显存 %1</translation>
    </message>
    <message>
        <source>reserve exceeds memory by %1 on %2</source>
        <translation>%2 上预留超出显存 %1</translation>
    </message>
    <message>
        <source>%1 %2 of %3 (%4 of %5)</source>
        <translation>%1 %2 / %3（%5 的 %4）</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <translation>%1 %2 / %3</translation>
    </message>
    <message>
        <source>1 chunk of a micro-batch in flight</source>
        <translation>1 个微批次块在途</translation>
    </message>
    <message>
        <source>1 micro-batch in flight</source>
        <translation>1 个微批次在途</translation>
    </message>
    <message>
        <source>%1 chunks of micro-batches in flight</source>
        <translation>%1 个微批次块在途</translation>
    </message>
    <message>
        <source>%1 micro-batches in flight</source>
        <translation>%1 个微批次在途</translation>
    </message>
    <message>
        <source>%1: %2, max from %3 on</source>
        <translation>%1：%2，自 %3 起达到最大</translation>
    </message>
    <message>
        <source>%1; %2 with %3 more, max from %4 on</source>
        <translation>%1；%2，另占 %3，自 %4 起达到最大</translation>
    </message>
    <message>
        <source>a waiting device draws %1 of its power limit (unsourced estimate)</source>
        <translation>等待中的设备消耗其功率上限的 %1（无来源的估计值）</translation>
    </message>
    <message>
        <source>hosts and switches draw %1 all the time; the site draws %2 times what its machines do (PUE)</source>
        <translation>主机和交换机持续消耗 %1；整个站点的功耗是其设备的 %2 倍（PUE）</translation>
    </message>
    <message>
        <source>what is offloaded exceeds memory by %1 in the host of %2</source>
        <translation>卸载内容超出内存 %1，位于 %2 的主机</translation>
    </message>
    <message>
        <source>norm and residual (attention to encoder)</source>
        <translation>归一化与残差（对编码器的注意力）</translation>
    </message>
    <message>
        <source>query to encoder</source>
        <translation>对编码器的查询</translation>
    </message>
    <message>
        <source>key-value of encoder</source>
        <translation>编码器的键值</translation>
    </message>
    <message>
        <source>attention to encoder</source>
        <translation>对编码器的注意力</translation>
    </message>
    <message>
        <source>output of attention to encoder</source>
        <translation>编码器注意力的输出</translation>
    </message>
    <message>
        <source>patch embedding</source>
        <translation>图块嵌入</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>投影层</translation>
    </message>
    <message>
        <source>adapters down</source>
        <translation>适配器降维</translation>
    </message>
    <message>
        <source>adapters up</source>
        <translation>适配器升维</translation>
    </message>
    <message>
        <source>dequantize weights</source>
        <translation>反量化权重</translation>
    </message>
    <message>
        <source>norms of prediction module</source>
        <translation>预测模块的归一化</translation>
    </message>
    <message>
        <source>projection of prediction module</source>
        <translation>预测模块的投影</translation>
    </message>
    <message>
        <source>all-gather of keys and values</source>
        <translation>键和值的 all-gather</translation>
    </message>
    <message>
        <source>all-to-all of heads</source>
        <translation>注意力头的 all-to-all</translation>
    </message>
    <message>
        <source>nothing is known of what release %1 changes: as %2 was measured</source>
        <translation>不知道版本 %1 有何改变：按 %2 的实测</translation>
    </message>
</context>
<context>
    <name>SensitivityWords</name>
    <message>
        <source>Link %1</source>
        <translation>链路 %1</translation>
    </message>
    <message>
        <source>%1 links like %2</source>
        <translation>%1 条类似 %2 的链路</translation>
    </message>
    <message>
        <source>Links inside %1</source>
        <translation>%1 内部的链路</translation>
    </message>
    <message>
        <source>Links inside %1 nodes like %2</source>
        <translation>%1 个类似 %2 的节点内部的链路</translation>
    </message>
    <message>
        <source>Speed of %1</source>
        <translation>%1 的速度</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>%1 的显存</translation>
    </message>
    <message>
        <source>Number of %1</source>
        <translation>%1 的数量</translation>
    </message>
    <message>
        <source>does not matter</source>
        <translation>没有影响</translation>
    </message>
    <message>
        <source>nothing above %1 matters</source>
        <translation>高于 %1 没有影响</translation>
    </message>
    <message>
        <source>nothing above %1 matters, or less</source>
        <translation>高于 %1（或更低）没有影响</translation>
    </message>
    <message>
        <source>%1 per GB/s</source>
        <translation>每 GB/s %1</translation>
    </message>
    <message>
        <source>%1 per TFLOP/s</source>
        <translation>每 TFLOP/s %1</translation>
    </message>
    <message>
        <source>%1 per GiB</source>
        <translation>每 GiB %1</translation>
    </message>
    <message>
        <source>%1 for one more</source>
        <translation>每增加一个 %1</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
</context>
<context>
    <name>SeveralPage</name>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Set for all</source>
        <translation>统一设置</translation>
    </message>
    <message>
        <source>Speed of their devices</source>
        <translation>其设备的速度</translation>
    </message>
    <message>
        <source>Device speed, %</source>
        <translation>设备速度，%</translation>
    </message>
    <message>
        <source>Bandwidth of their links</source>
        <translation>其链路的带宽</translation>
    </message>
    <message>
        <source>Link bandwidth</source>
        <translation>链路带宽</translation>
    </message>
    <message>
        <source>Latency of their links</source>
        <translation>其链路的延迟</translation>
    </message>
    <message>
        <source>Link latency</source>
        <translation>链路延迟</translation>
    </message>
    <message>
        <source>Links are the selected ones. “mixed” means that they differ; a new value sets all of them.</source>
        <translation>链路指所选的链路。“混合”表示它们各不相同；新值将应用于全部。</translation>
    </message>
    <message>
        <source>Change the speed of %1 nodes</source>
        <translation>更改 %1 个节点的速度</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>所选对象</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>%1 个对象</translation>
    </message>
    <message>
        <source>%1, mixed</source>
        <translation>%1，混合</translation>
    </message>
    <message>
        <source>Change the selected links</source>
        <translation>更改所选链路</translation>
    </message>
    <message>
        <source>Type of their devices</source>
        <translation>其设备的类型</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>设备类型</translation>
    </message>
    <message>
        <source>Latency of the switches</source>
        <translation>交换机的延迟</translation>
    </message>
    <message>
        <source>Switch latency</source>
        <translation>交换机延迟</translation>
    </message>
    <message>
        <source>Change the devices of %1 nodes</source>
        <translation>更改 %1 个节点的设备</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>The shown plan does not use these devices.</source>
        <translation>所示方案未使用这些设备。</translation>
    </message>
    <message>
        <source>Change the selected switches</source>
        <translation>更改所选交换机</translation>
    </message>
    <message>
        <source>Nothing is changed; %1: %2</source>
        <translation>未作更改；%1：%2</translation>
    </message>
    <message>
        <source>Power of the hosts</source>
        <translation>主机的功率</translation>
    </message>
    <message>
        <source>Host power</source>
        <translation>主机功率</translation>
    </message>
    <message>
        <source>Power of the switches</source>
        <translation>交换机的功率</translation>
    </message>
    <message>
        <source>Switch power</source>
        <translation>交换机功率</translation>
    </message>
    <message>
        <source>Change the power of %1 nodes</source>
        <translation>更改 %1 个节点的功率</translation>
    </message>
</context>
<context>
    <name>SpaceWords</name>
    <message>
        <source>samples by speed</source>
        <translation>按速度分配样本</translation>
    </message>
    <message>
        <source>TP by stage</source>
        <translation>按阶段的 TP</translation>
    </message>
    <message>
        <source>recompute by stage</source>
        <translation>按阶段重计算</translation>
    </message>
    <message>
        <source>unlike pipelines</source>
        <translation>各异的流水线</translation>
    </message>
    <message>
        <source>TP in one node and of one type, one for each type or, on up to 128 devices, by stage, PP, DP, micro-batch 1 to 16, every order of device types and TP, every number of stages of each, every cut of the layers</source>
        <translation>TP 在单个节点内且为单一类型，每种类型一个，或在至多 128 个设备上按阶段，PP、DP、微批次 1 到 16，设备类型和 TP 的每种顺序，各自的每种阶段数，层的每种切分</translation>
    </message>
    <message>
        <source>%1; 1F1B, interleaved 1F1B with 2 or 4 equal chunks, recompute, ZeRO 0/1</source>
        <translation>%1；1F1B、2 或 4 个等大块的交错 1F1B、重计算、ZeRO 0/1</translation>
    </message>
    <message>
        <source>%1; 1F1B, no recompute, no ZeRO: the part of space %2 with equal pipelines</source>
        <translation>%1；1F1B，无重计算，无 ZeRO：空间 %2 中流水线相同的部分</translation>
    </message>
    <message>
        <source>the number of blocks is odd</source>
        <translation>块数为奇数</translation>
    </message>
    <message>
        <source>embedding and head share a table</source>
        <translation>嵌入层与输出层共用一张表</translation>
    </message>
    <message>
        <source>the model has more than %1 blocks</source>
        <translation>模型多于 %1 个块</translation>
    </message>
    <message>
        <source>the model has blocks of several kinds</source>
        <translation>模型有多种块</translation>
    </message>
    <message>
        <source>%1 does not run %2</source>
        <translation>%1 不支持 %2</translation>
    </message>
    <message>
        <source>ZeRO-%1 with PP</source>
        <translation>带 PP 的 ZeRO-%1</translation>
    </message>
    <message>
        <source>%1 does not have ZeRO-%2 with pipeline stages</source>
        <translation>%1 没有与流水线阶段并用的 ZeRO-%2</translation>
    </message>
    <message>
        <source>%1 does not have ZeRO-%2</source>
        <translation>%1 没有 ZeRO-%2</translation>
    </message>
    <message>
        <source>%1 does not share a stage between groups</source>
        <translation>%1 不能让多个组共享一个阶段</translation>
    </message>
    <message>
        <source>%1 does not run stages with unlike TP</source>
        <translation>%1 不支持 TP 不同的阶段</translation>
    </message>
    <message>
        <source>%1 does not recompute otherwise in each stage</source>
        <translation>%1 不支持各阶段不同的重计算</translation>
    </message>
    <message>
        <source>%1 does not run pipelines that differ</source>
        <translation>%1 不支持互不相同的流水线</translation>
    </message>
    <message>
        <source>%1 does not have tensor parallelism</source>
        <translation>%1 没有张量并行</translation>
    </message>
    <message>
        <source>%1 does not have context parallelism</source>
        <translation>%1 没有上下文并行</translation>
    </message>
    <message>
        <source>%1 does not have expert parallelism</source>
        <translation>%1 没有专家并行</translation>
    </message>
    <message>
        <source>%1 does not shard states over groups of replicas (HSDP)</source>
        <translation>%1 不能在副本组上分片状态（HSDP）</translation>
    </message>
    <message>
        <source>TP in one node and of one type, where the software of the job has it one for each type or, on up to 128 devices, by stage, PP, DP, micro-batches of every divisor up to 64, every order of device types and TP, every number of stages of each, every cut of the layers; what the software of the job runs, and the model can be cut for, of 1F1B, interleaved 1F1B with 2 or 4 equal chunks, GPipe, eager 1F1B, ZB-H1, ZB-H2, ZB-V, DualPipeV (with TP by stage on more than 32 devices the first two only) and ZeRO 0 to 3; in each stage what fits and takes least, in all of them the same where the software has no other setting, of no recompute, full recompute of some blocks and recompute of parts of all blocks; CP inside nodes and over up to 64 devices, with one TP, one for each of two types, of three on up to 128 devices, or by stage on up to 64; EP, ZeRO 2 and 3, and ZeRO 1 to 3 over the replicas of a part of a node or of some nodes (HSDP) with one TP or, on up to 128 devices, one for each of two or three types, or on up to 32 by stage; where all types have one TP, TP over two nodes and stages that mix types too, these with CP, EP and HSDP on up to 128 devices; where the software runs pipelines that differ, two or three types with pipelines of their own too (ZeRO 0 to 2; several chunks a stage, and EP inside nodes and across them, where the cluster has two types or up to 128 devices; CP inside nodes and over up to 64 devices on up to 128), and types that share the samples of one stage or, with ZeRO 0 to 2 on up to 128 devices, of each of several</source>
        <translation>单节点且单一类型内的 TP，作业所用软件支持时每种类型一个，或在至多 128 个设备上按阶段取值，PP、DP，64 以内每个约数的微批次，设备类型与 TP 的每种顺序，各自的每种阶段数，层的每种切分；作业所用软件能运行且模型可为其切分的 1F1B、含 2 或 4 个等分块的交错 1F1B、GPipe、eager 1F1B、ZB-H1、ZB-H2、ZB-V、DualPipeV（按阶段取 TP 且多于 32 个设备时仅前两种）以及 ZeRO 0 到 3；每个阶段取放得下且耗时最少的（软件没有其他设置时各阶段相同）：不重计算、全量重计算若干块，或重计算所有块的一部分；节点内及最多跨 64 个设备的 CP，TP 相同，或两种类型各用一个（至多 128 个设备时也可三种），或在至多 64 个设备上按阶段取值；EP、ZeRO 2 和 3，以及在一个节点的一部分或若干节点的副本上分片的 ZeRO 1 到 3（HSDP），TP 相同，或在至多 128 个设备上两种或三种类型各用一个，或在至多 32 个设备上按阶段取值；所有类型 TP 相同时还有跨两个节点的 TP 和混合多种类型的阶段，后者在至多 128 个设备上还有 CP、EP 和 HSDP；软件支持互不相同的流水线时，还有两种或三种类型各有自己的流水线（ZeRO 0 到 2；集群有两种类型或至多 128 个设备时每阶段可有多个分块，还有节点内和跨节点的 EP；至多 128 个设备上还有节点内及至多 64 个设备的 CP），以及各类型分担一个阶段的样本，或以 ZeRO 0 到 2 在至多 128 个设备上分担若干阶段中每个阶段的样本</translation>
    </message>
    <message>
        <source>recompute of parts</source>
        <translation>部分重计算</translation>
    </message>
    <message>
        <source>%1 does not recompute these parts of a block</source>
        <translation>%1 不能单独重计算块的这些部分</translation>
    </message>
</context>
<context>
    <name>StepWords</name>
    <message>
        <source>TP collectives</source>
        <translation>TP 集合通信</translation>
    </message>
    <message>
        <source>PP transfers</source>
        <translation>PP 传输</translation>
    </message>
    <message>
        <source>DP synchronization</source>
        <translation>DP 同步</translation>
    </message>
    <message>
        <source>CP exchange</source>
        <translation>CP 交换</translation>
    </message>
    <message>
        <source>EP all-to-all</source>
        <translation>EP All-to-All</translation>
    </message>
    <message>
        <source>host time</source>
        <translation>主机时间</translation>
    </message>
    <message>
        <source>and	%1 more</source>
        <translation>以及	另外 %1 条</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>TP of %1</source>
        <translation>%1 的 TP</translation>
    </message>
    <message>
        <source>CP of %1</source>
        <translation>%1 的 CP</translation>
    </message>
    <message>
        <source>EP of %1</source>
        <translation>%1 的 EP</translation>
    </message>
    <message>
        <source>DP of %1, %2 lanes</source>
        <translation>%1 的 DP，%2 条泳道</translation>
    </message>
    <message>
        <source>DP of %1</source>
        <translation>%1 的 DP</translation>
    </message>
    <message>
        <source>%1 flows</source>
        <translation>%1 条流</translation>
    </message>
    <message>
        <source>%1, %2x slower</source>
        <translation>%1，慢 %2x</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>input gradient</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>TP, exposed</source>
        <translation>TP（暴露）</translation>
    </message>
    <message>
        <source>PP, exposed</source>
        <translation>PP（暴露）</translation>
    </message>
    <message>
        <source>DP, exposed</source>
        <translation>DP（暴露）</translation>
    </message>
    <message>
        <source>CP, exposed</source>
        <translation>CP（暴露）</translation>
    </message>
    <message>
        <source>EP, exposed</source>
        <translation>EP（暴露）</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>straggler</source>
        <translation>掉队</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
</context>
<context>
    <name>Story</name>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>No sequence of these plans ever does all steps</source>
        <translation>这些方案的任何序列都无法完成全部训练步</translation>
    </message>
    <message>
        <source>No switch pays: the best sequence is one plan</source>
        <translation>切换不划算：最佳序列就是单一方案</translation>
    </message>
    <message>
        <source>Switching pays: no plan alone does the steps</source>
        <translation>切换划算：没有单一方案能完成训练步</translation>
    </message>
    <message>
        <source>Switching pays: %1 over the best fixed plan</source>
        <translation>切换划算：比最佳固定方案高 %1</translation>
    </message>
    <message>
        <source>moves %1 over the links</source>
        <translation>经链路移动 %1</translation>
    </message>
    <message>
        <source>moves %1 through the storage</source>
        <translation>经存储移动 %1</translation>
    </message>
    <message>
        <source>reads a checkpoint of %1</source>
        <translation>读取 %1 的检查点</translation>
    </message>
    <message>
        <source>takes %1, gains %2, %3, %4</source>
        <translation>耗时 %1，收益 %2，%3，%4</translation>
    </message>
    <message>
        <source>breaks even after %1</source>
        <translation>%1 后回本</translation>
    </message>
    <message>
        <source>never breaks even</source>
        <translation>永不回本</translation>
    </message>
    <message>
        <source>best fixed plan</source>
        <translation>最佳固定方案</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>贪心</translation>
    </message>
    <message>
        <source>knows only the past</source>
        <translation>只知过去</translation>
    </message>
    <message>
        <source>best sequence</source>
        <translation>最佳序列</translation>
    </message>
</context>
<context>
    <name>SwitchPage</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>任意数量</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Performs all-reduces</source>
        <translation>在网归约 All-Reduce</translation>
    </message>
    <message>
        <source>Like SHARP: if all switches between at least three nodes do this, each node sends its sum once and receives the total once.</source>
        <translation>如同 SHARP：当三个或更多节点之间的所有交换机都启用时，每个节点只发送一次部分和、接收一次总和。</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>Change the ports of %1</source>
        <translation>更改 %1 的端口</translation>
    </message>
    <message>
        <source>Change the latency of %1</source>
        <translation>更改 %1 的延迟</translation>
    </message>
    <message>
        <source>Let %1 perform all-reduces</source>
        <translation>让 %1 在网归约 All-Reduce</translation>
    </message>
    <message>
        <source>Let %1 only forward</source>
        <translation>让 %1 仅转发</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Drag from one of its ports to a node.</source>
        <translation>从它的某个端口拖到节点。</translation>
    </message>
    <message>
        <source>Load of the busier direction in this step.</source>
        <translation>本步中较忙方向的负载。</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Drawn all the time. It counts towards the energy of every step.</source>
        <translation>持续消耗，计入每个训练步的能耗。</translation>
    </message>
    <message>
        <source>Change the power of %1</source>
        <translation>更改 %1 的功率</translation>
    </message>
</context>
<context>
    <name>TermWords</name>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Memory at the peak</source>
        <translation>峰值时的显存</translation>
    </message>
    <message>
        <source>Matrix products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Expert products</source>
        <translation>专家矩阵乘</translation>
    </message>
    <message>
        <source>Attention core</source>
        <translation>注意力核心</translation>
    </message>
    <message>
        <source>Expert routing</source>
        <translation>专家路由</translation>
    </message>
    <message>
        <source>Memory-bound operations</source>
        <translation>访存受限算子</translation>
    </message>
    <message>
        <source>Measured layers</source>
        <translation>实测层</translation>
    </message>
    <message>
        <source>Adding gradients up</source>
        <translation>梯度累加</translation>
    </message>
    <message>
        <source>Host slower than the device</source>
        <translation>主机慢于设备</translation>
    </message>
    <message>
        <source>Waiting for the slowest node</source>
        <translation>等待最慢节点</translation>
    </message>
    <message>
        <source>Scale of the calibration</source>
        <translation>校准比例</translation>
    </message>
    <message>
        <source>Slowed device</source>
        <translation>变慢的设备</translation>
    </message>
    <message>
        <source>efficiency</source>
        <translation>效率</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Update of the parameters</source>
        <translation>参数更新</translation>
    </message>
    <message>
        <source>Host work before each micro-batch</source>
        <translation>每个微批次前的主机工作</translation>
    </message>
    <message>
        <source>Host work once a step</source>
        <translation>每步一次的主机工作</translation>
    </message>
    <message>
        <source>Gathering and scattering weights in the passes</source>
        <translation>计算期间的权重收集与散发</translation>
    </message>
    <message>
        <source>Waiting for others</source>
        <translation>等待其他设备</translation>
    </message>
    <message>
        <source>Rounding up to picoseconds</source>
        <translation>向上取整到皮秒</translation>
    </message>
    <message>
        <source>Slowed beside communication or by rate curves</source>
        <translation>因并发通信或速率曲线而变慢</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Seen in the simulation</source>
        <translation>仿真中观察到</translation>
    </message>
    <message>
        <source>Micro-batches in flight</source>
        <translation>在途微批次</translation>
    </message>
    <message>
        <source>Block being recomputed</source>
        <translation>正在重计算的块</translation>
    </message>
    <message>
        <source>Blocks without recompute</source>
        <translation>不重计算的块</translation>
    </message>
    <message>
        <source>Forward passes</source>
        <translation>前向计算</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Backward passes</source>
        <translation>反向计算</translation>
    </message>
    <message>
        <source>Input gradients</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>Weight gradients</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Exposed TP communication</source>
        <translation>暴露的 TP 通信</translation>
    </message>
    <message>
        <source>Exposed pipeline communication</source>
        <translation>暴露的流水线通信</translation>
    </message>
    <message>
        <source>Exposed data-parallel communication</source>
        <translation>暴露的数据并行通信</translation>
    </message>
    <message>
        <source>Exposed CP communication</source>
        <translation>暴露的 CP 通信</translation>
    </message>
    <message>
        <source>Exposed EP communication</source>
        <translation>暴露的 EP 通信</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Straggler</source>
        <translation>掉队</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>share of the peak that long sequences reach</source>
        <translation>长序列达到的峰值比例</translation>
    </message>
    <message>
        <source>full waves of output tiles</source>
        <translation>完整的输出分块波次</translation>
    </message>
    <message>
        <source>enough rows</source>
        <translation>行数足够</translation>
    </message>
    <message>
        <source>enough columns</source>
        <translation>列数足够</translation>
    </message>
    <message>
        <source>deep enough</source>
        <translation>深度足够</translation>
    </message>
    <message>
        <source>products of this software</source>
        <translation>该软件的矩阵乘</translation>
    </message>
    <message>
        <source>many experts in one launch</source>
        <translation>一次启动多个专家</translation>
    </message>
    <message>
        <source>width is no multiple of 8</source>
        <translation>宽度不是 8 的倍数</translation>
    </message>
    <message>
        <source>kernels of this software</source>
        <translation>该软件的内核</translation>
    </message>
    <message>
        <source>wide enough heads</source>
        <translation>头宽度足够</translation>
    </message>
    <message>
        <source>long enough sequence</source>
        <translation>序列足够长</translation>
    </message>
    <message>
        <source>enough queries</source>
        <translation>查询数足够</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>bytes per score</source>
        <translation>每个分数的字节</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核数</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>cast</source>
        <translation>转换</translation>
    </message>
    <message>
        <source>memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>share</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>products</source>
        <translation>乘积数</translation>
    </message>
    <message>
        <source>processors</source>
        <translation>处理器数</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询数</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>measured backward</source>
        <translation>实测反向</translation>
    </message>
    <message>
        <source>share of the gradient</source>
        <translation>梯度比例</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>比例系数</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>暴露比例</translation>
    </message>
    <message>
        <source>beside host</source>
        <translation>主机之外</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基础</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>members</source>
        <translation>成员数</translation>
    </message>
    <message>
        <source>bus-bandwidth factor</source>
        <translation>总线带宽系数</translation>
    </message>
    <message>
        <source>contention</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待次数</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>priced</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>parameters held</source>
        <translation>持有参数</translation>
    </message>
    <message>
        <source>parameters owned</source>
        <translation>所属参数</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token 数</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏维</translation>
    </message>
    <message>
        <source>largest layer</source>
        <translation>最大层</translation>
    </message>
    <message>
        <source>communicators</source>
        <translation>通信器</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>at</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>activations of a micro-batch</source>
        <translation>一个微批次的激活</translation>
    </message>
    <message>
        <source>what is left while the device does not wait for the host anyway</source>
        <translation>设备本就等待主机的时间除外</translation>
    </message>
    <message>
        <source>software&apos;s part of a call</source>
        <translation>一次调用中软件的部分</translation>
    </message>
    <message>
        <source>of the longest way</source>
        <translation>最长路径的</translation>
    </message>
    <message>
        <source>of the longest way of any pair</source>
        <translation>任意一对之间最长路径的</translation>
    </message>
    <message>
        <source>steps inside a node, and one through the switches</source>
        <translation>节点内若干步，加一步经过交换机</translation>
    </message>
    <message>
        <source>along a tree</source>
        <translation>沿树</translation>
    </message>
    <message>
        <source>steps of a ring</source>
        <translation>环的各步</translation>
    </message>
    <message>
        <source>no link</source>
        <translation>无链路</translation>
    </message>
    <message>
        <source>bytes on that link for each byte</source>
        <translation>每字节在该链路上的字节</translation>
    </message>
    <message>
        <source>2 (n − 1) / n of an all-reduce</source>
        <translation>All-Reduce 的 2 (n − 1) / n</translation>
    </message>
    <message>
        <source>(n − 1) / n of a gather or scatter</source>
        <translation>收集或散发的 (n − 1) / n</translation>
    </message>
    <message>
        <source>whose state this device holds</source>
        <translation>其状态由该设备持有</translation>
    </message>
    <message>
        <source>by the compute precision</source>
        <translation>按计算精度</translation>
    </message>
    <message>
        <source>by the gradient precision</source>
        <translation>按梯度精度</translation>
    </message>
    <message>
        <source>by the ZeRO stage</source>
        <translation>按 ZeRO 级别</translation>
    </message>
    <message>
        <source>moments and fp32 master copy</source>
        <translation>动量与 fp32 主副本</translation>
    </message>
    <message>
        <source>of a micro-batch</source>
        <translation>一个微批次的</translation>
    </message>
    <message>
        <source>over TP</source>
        <translation>除以 TP</translation>
    </message>
    <message>
        <source>that ZeRO-3 gathers</source>
        <translation>由 ZeRO-3 收集</translation>
    </message>
    <message>
        <source>context, runtime, allocator</source>
        <translation>上下文、运行时、分配器</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>直接</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>All-to-All</translation>
    </message>
    <message>
        <source>added up in switches</source>
        <translation>在交换机中归约</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>树</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>hierarchical ring</source>
        <translation>分层环</translation>
    </message>
    <message>
        <source>catalog</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>calibration constant</source>
        <translation>校准常数</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>measured profile</source>
        <translation>实测剖面</translation>
    </message>
    <message>
        <source>simulation</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>推导</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出层</translation>
    </message>
    <message>
        <source>dense blocks</source>
        <translation>稠密块</translation>
    </message>
    <message>
        <source>dense block</source>
        <translation>稠密块</translation>
    </message>
    <message>
        <source>attention blocks</source>
        <translation>注意力块</translation>
    </message>
    <message>
        <source>attention block</source>
        <translation>注意力块</translation>
    </message>
    <message>
        <source>dense sliding-window blocks</source>
        <translation>稠密滑动窗口块</translation>
    </message>
    <message>
        <source>dense sliding-window block</source>
        <translation>稠密滑动窗口块</translation>
    </message>
    <message>
        <source>sliding-window blocks</source>
        <translation>滑动窗口块</translation>
    </message>
    <message>
        <source>sliding-window block</source>
        <translation>滑动窗口块</translation>
    </message>
    <message>
        <source>sliding-window expert blocks</source>
        <translation>滑动窗口专家块</translation>
    </message>
    <message>
        <source>sliding-window expert block</source>
        <translation>滑动窗口专家块</translation>
    </message>
    <message>
        <source>sliding-window attention blocks</source>
        <translation>滑动窗口注意力块</translation>
    </message>
    <message>
        <source>sliding-window attention block</source>
        <translation>滑动窗口注意力块</translation>
    </message>
    <message>
        <source>dense linear-attention blocks</source>
        <translation>稠密线性注意力块</translation>
    </message>
    <message>
        <source>dense linear-attention block</source>
        <translation>稠密线性注意力块</translation>
    </message>
    <message>
        <source>linear-attention blocks</source>
        <translation>线性注意力块</translation>
    </message>
    <message>
        <source>linear-attention block</source>
        <translation>线性注意力块</translation>
    </message>
    <message>
        <source>linear-attention expert blocks</source>
        <translation>线性注意力专家块</translation>
    </message>
    <message>
        <source>linear-attention expert block</source>
        <translation>线性注意力专家块</translation>
    </message>
    <message>
        <source>linear-attention blocks without MLP</source>
        <translation>不含 MLP 的线性注意力块</translation>
    </message>
    <message>
        <source>linear-attention block without MLP</source>
        <translation>不含 MLP 的线性注意力块</translation>
    </message>
    <message>
        <source>state-space blocks with MLP</source>
        <translation>含 MLP 的状态空间块</translation>
    </message>
    <message>
        <source>state-space block with MLP</source>
        <translation>含 MLP 的状态空间块</translation>
    </message>
    <message>
        <source>state-space expert blocks</source>
        <translation>状态空间专家块</translation>
    </message>
    <message>
        <source>state-space expert block</source>
        <translation>状态空间专家块</translation>
    </message>
    <message>
        <source>state-space blocks</source>
        <translation>状态空间块</translation>
    </message>
    <message>
        <source>state-space block</source>
        <translation>状态空间块</translation>
    </message>
    <message>
        <source>MLP blocks</source>
        <translation>MLP 块</translation>
    </message>
    <message>
        <source>MLP block</source>
        <translation>MLP 块</translation>
    </message>
    <message>
        <source>expert blocks without mixer</source>
        <translation>不含混合层的专家块</translation>
    </message>
    <message>
        <source>expert block without mixer</source>
        <translation>不含混合层的专家块</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>expert blocks</source>
        <translation>专家块</translation>
    </message>
    <message>
        <source>expert block</source>
        <translation>专家块</translation>
    </message>
    <message>
        <source>After the last work</source>
        <translation>最后一次计算之后</translation>
    </message>
    <message>
        <source>this device</source>
        <translation>本设备</translation>
    </message>
    <message>
        <source>Communication awaited in the forward pass of %1</source>
        <translation>在 %1 的前向中等待的通信</translation>
    </message>
    <message>
        <source>Waiting for the forward pass of %1</source>
        <translation>等待 %1 的前向</translation>
    </message>
    <message>
        <source>Communication awaited in the input gradient of %1</source>
        <translation>在 %1 的输入梯度中等待的通信</translation>
    </message>
    <message>
        <source>Waiting for the input gradient of %1</source>
        <translation>等待 %1 的输入梯度</translation>
    </message>
    <message>
        <source>Communication awaited in the backward pass of %1</source>
        <translation>在 %1 的反向中等待的通信</translation>
    </message>
    <message>
        <source>Waiting for the backward pass of %1</source>
        <translation>等待 %1 的反向</translation>
    </message>
    <message>
        <source>Communication awaited in the last work of %1</source>
        <translation>在 %1 的最后一次计算中等待的通信</translation>
    </message>
    <message>
        <source>Waiting for the last work of %1</source>
        <translation>等待 %1 的最后一次计算</translation>
    </message>
    <message>
        <source>accumulate gradients</source>
        <translation>累加梯度</translation>
    </message>
    <message>
        <source>host issues kernels</source>
        <translation>主机下发内核</translation>
    </message>
    <message>
        <source>%1, forward</source>
        <translation>%1，前向</translation>
    </message>
    <message>
        <source>%1, backward</source>
        <translation>%1，反向</translation>
    </message>
    <message>
        <source>%1, recomputed</source>
        <translation>%1，重计算</translation>
    </message>
    <message>
        <source>share of the %1 peak that large products reach</source>
        <translation>大矩阵乘达到的 %1 峰值比例</translation>
    </message>
    <message>
        <source>Scatter of a layer&apos;s gradients</source>
        <translation>一层梯度的 Reduce-Scatter</translation>
    </message>
    <message>
        <source>Gather of a layer&apos;s weights</source>
        <translation>一层权重的 All-Gather</translation>
    </message>
    <message>
        <source>Reduce-scatter of gradients</source>
        <translation>梯度 Reduce-Scatter</translation>
    </message>
    <message>
        <source>All-reduce of gradients</source>
        <translation>梯度 All-Reduce</translation>
    </message>
    <message>
        <source>Gather of updated weights</source>
        <translation>更新后权重的 All-Gather</translation>
    </message>
    <message>
        <source>Gradient from %1</source>
        <translation>来自 %1 的梯度</translation>
    </message>
    <message>
        <source>Activation from %1</source>
        <translation>来自 %1 的激活</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 × %2 micro-batches</source>
        <translation>%1 × %2 个微批次</translation>
    </message>
    <message>
        <source>%1 layers, %2</source>
        <translation>%1 层，%2</translation>
    </message>
    <message>
        <source>%1, %2 buckets beside the passes</source>
        <translation>%1，%2 个桶与计算并行</translation>
    </message>
    <message>
        <source>%1, shares its links with others</source>
        <translation>%1，与其他传输共享链路</translation>
    </message>
    <message>
        <source>%1 passes</source>
        <translation>%1 次计算</translation>
    </message>
    <message>
        <source>1 wait</source>
        <translation>1 次等待</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 次等待</translation>
    </message>
    <message>
        <source>narrowest: %1, %2 &gt; %3</source>
        <translation>最窄：%1，%2 &gt; %3</translation>
    </message>
    <message>
        <source>sum of what the device does and what it waits for</source>
        <translation>设备计算与等待之和</translation>
    </message>
    <message>
        <source>sum of the parts</source>
        <translation>各部分之和</translation>
    </message>
    <message>
        <source>sum of the simulated waits</source>
        <translation>仿真等待之和</translation>
    </message>
    <message>
        <source>product of its factors</source>
        <translation>各因子之积</translation>
    </message>
    <message>
        <source>openAttention where the stack calls open kernels, else 1</source>
        <translation>软件栈调用开放内核时为 openAttention，否则为 1</translation>
    </message>
    <message>
        <source>(measured backward − recompute it contains) · share of the gradient</source>
        <translation>（实测反向 − 其中的重计算）· 梯度比例</translation>
    </message>
    <message>
        <source>per pass: max(0, gather − compute) + contention · min(gather, compute)</source>
        <translation>每次计算：max(0, 收集 − 计算) + 争用 · min(收集, 计算)</translation>
    </message>
    <message>
        <source>held at the peak</source>
        <translation>峰值时持有</translation>
    </message>
    <message>
        <source>reserve of the software stack</source>
        <translation>软件栈的预留</translation>
    </message>
    <message>
        <source>in flight at the peak + a block that is recomputed</source>
        <translation>峰值时在途 + 正在重计算的一个块</translation>
    </message>
    <message>
        <source>activations of one block that are not kept</source>
        <translation>一个块中不保留的激活</translation>
    </message>
    <message>
        <source>activations of a micro-batch, chunk %1</source>
        <translation>一个微批次的激活，分块 %1</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>类别 %1</translation>
    </message>
    <message>
        <source>stack %1</source>
        <translation>软件栈 %1</translation>
    </message>
    <message>
        <source>(w / ⌈w⌉)^waveLoss with w = products · ⌈m / %1⌉ · ⌈n / %2⌉ / processors</source>
        <translation>(w / ⌈w⌉)^waveLoss，其中 w = 乘积数 · ⌈m / %1⌉ · ⌈n / %2⌉ / 处理器数</translation>
    </message>
    <message>
        <source>encoder blocks</source>
        <translation>编码器块</translation>
    </message>
    <message>
        <source>encoder block</source>
        <translation>编码器块</translation>
    </message>
    <message>
        <source>decoder blocks</source>
        <translation>解码器块</translation>
    </message>
    <message>
        <source>decoder block</source>
        <translation>解码器块</translation>
    </message>
    <message>
        <source>vision blocks</source>
        <translation>视觉块</translation>
    </message>
    <message>
        <source>vision block</source>
        <translation>视觉块</translation>
    </message>
    <message>
        <source>scaling recipe of fp8 and fp4</source>
        <translation>fp8 与 fp4 的缩放方案</translation>
    </message>
    <message>
        <source>of a protocol for short messages, and what its lower rate costs</source>
        <translation>短消息协议的延迟，以及其较低速率的代价</translation>
    </message>
</context>
<context>
    <name>TimelineText</name>
    <message>
        <source>CP exchange</source>
        <translation>CP 交换</translation>
    </message>
    <message>
        <source>EP all-to-all</source>
        <translation>EP All-to-All</translation>
    </message>
    <message>
        <source>on the critical path	%1, %2 = %3 of it</source>
        <translation>在关键路径上	%1，%2 = 其中 %3</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>load	%1 of %2, %3</source>
        <translation>负载	%1 / %2，%3</translation>
    </message>
    <message>
        <source>load	down</source>
        <translation>负载	已断开</translation>
    </message>
    <message>
        <source>in the whole step	%1, %2 of its capacity</source>
        <translation>整个训练步	%1，占容量的 %2</translation>
    </message>
    <message>
        <source>max at once	%1</source>
        <translation>同时最多	%1</translation>
    </message>
    <message>
        <source>equal load	%1 links like %2</source>
        <translation>负载相同	%1 条链路，如 %2</translation>
    </message>
    <message>
        <source>%1 lanes</source>
        <translation>%1 条泳道</translation>
    </message>
    <message>
        <source>1 lane</source>
        <translation>1 条泳道</translation>
    </message>
    <message>
        <source> · 1 device each</source>
        <translation> · 各 1 个设备</translation>
    </message>
    <message>
        <source> · %1 devices each</source>
        <translation> · 各 %1 个设备</translation>
    </message>
    <message>
        <source>whole step</source>
        <translation>整个训练步</translation>
    </message>
    <message>
        <source>Critical path · %1</source>
        <translation>关键路径 · %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 项</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>PP send</source>
        <translation>PP 发送</translation>
    </message>
    <message>
        <source>DP</source>
        <translation>DP</translation>
    </message>
    <message>
        <source>CP, EP</source>
        <translation>CP、EP</translation>
    </message>
    <message>
        <source>waiting for a link</source>
        <translation>等待链路</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>%1 busiest of %2</source>
        <translation>最忙 %1 / %2</translation>
    </message>
    <message>
        <source>busiest first</source>
        <translation>最忙的在前</translation>
    </message>
    <message>
        <source>full height = capacity</source>
        <translation>满高 = 容量</translation>
    </message>
    <message>
        <source>several flows at once</source>
        <translation>多条流并发</translation>
    </message>
    <message>
        <source>the optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>work</source>
        <translation>计算</translation>
    </message>
    <message>
        <source> of micro-batch %1</source>
        <translation>（微批次 %1）</translation>
    </message>
    <message>
        <source>the gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>the activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Waited %1 for the transfer of %2%3</source>
        <translation>等待 %1：传输%2%3</translation>
    </message>
    <message>
        <source>Waited %1 until %2 had received %3 of micro-batch %4</source>
        <translation>等待 %1：直到 %2 收到微批次 %4 的%3</translation>
    </message>
    <message>
        <source>Waited %1 for %2%3 from %4</source>
        <translation>等待 %1：来自 %4 的%2%3</translation>
    </message>
    <message>
        <source>Waited %1 for its tensor-parallel group%2</source>
        <translation>等待 %1：张量并行组%2</translation>
    </message>
    <message>
        <source>Waited %1 for gradients and weights of the other replicas</source>
        <translation>等待 %1：其他副本的梯度和权重</translation>
    </message>
    <message>
        <source>Waited %1 for its context-parallel group%2</source>
        <translation>等待 %1：上下文并行组%2</translation>
    </message>
    <message>
        <source>Waited %1 for experts on other devices%2</source>
        <translation>等待 %1：其他设备上的专家%2</translation>
    </message>
    <message>
        <source>%1, stage %2</source>
        <translation>%1，阶段 %2</translation>
    </message>
    <message>
        <source>%1 · micro-batch %2 · %3 from %4</source>
        <translation>%1 · 微批次 %2 · %3，始于 %4</translation>
    </message>
    <message>
        <source>%1 · %2 from %3</source>
        <translation>%1 · %2，始于 %3</translation>
    </message>
    <message>
        <source>, chunk %1 of %2</source>
        <translation>，分块 %1 / %2</translation>
    </message>
    <message>
        <source>%1 on %2%3</source>
        <translation>%1，位于 %2%3</translation>
    </message>
    <message>
        <source>operation	%1</source>
        <translation>算子	%1</translation>
    </message>
    <message>
        <source>follows	%1 here</source>
        <translation>紧随	此处的 %1</translation>
    </message>
    <message>
        <source>waited for	%1 of %2</source>
        <translation>等待了	%2 的 %1</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器步</translation>
    </message>
    <message>
        <source>Host overhead</source>
        <translation>主机开销</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>Straggler %1: a slowed-down device is behind</source>
        <translation>掉队 %1：一个降速设备落后</translation>
    </message>
    <message>
        <source>Straggler %1: %2 of %3 is slowed down</source>
        <translation>掉队 %1：%3 的 %2 被降速</translation>
    </message>
    <message>
        <source>Bubble %1: no work left before the step ends</source>
        <translation>气泡 %1：训练步结束前已无计算</translation>
    </message>
    <message>
        <source>Bubble %1: waits for %2 of %3 to finish</source>
        <translation>气泡 %1：等待 %3 的 %2 完成</translation>
    </message>
    <message>
        <source>gap on	%1</source>
        <translation>空隙位于	%1</translation>
    </message>
    <message>
        <source>from	%1</source>
        <translation>始于	%1</translation>
    </message>
    <message>
        <source>counted as	%1 %2</source>
        <translation>计为	%1 %2</translation>
    </message>
    <message>
        <source>transfer	%1 in %2</source>
        <translation>传输	%1，用时 %2</translation>
    </message>
    <message>
        <source>on average	%1</source>
        <translation>平均	%1</translation>
    </message>
    <message>
        <source>hidden before the wait	%1</source>
        <translation>等待前已被掩盖	%1</translation>
    </message>
    <message>
        <source>Idle %1: not used by the plan</source>
        <translation>空闲 %1：方案未使用</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>TP collective</source>
        <translation>TP 集合通信</translation>
    </message>
    <message>
        <source>Sends %1%2</source>
        <translation>发送%1%2</translation>
    </message>
    <message>
        <source> to %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>Receives %1%2</source>
        <translation>接收%1%2</translation>
    </message>
    <message>
        <source> from %1</source>
        <translation>，来自 %1</translation>
    </message>
    <message>
        <source>Averages gradients with the other replicas</source>
        <translation>与其他副本平均梯度</translation>
    </message>
    <message>
        <source>Gathers weights from the other replicas</source>
        <translation>从其他副本收集权重</translation>
    </message>
    <message>
        <source>sum of	%1 micro-batches that repeat</source>
        <translation>合计	%1 个重复的微批次</translation>
    </message>
    <message>
        <source>micro-batch	%1</source>
        <translation>微批次	%1</translation>
    </message>
    <message>
        <source>carries	%1</source>
        <translation>传输量	%1</translation>
    </message>
    <message>
        <source>hidden behind work	%1 of it</source>
        <translation>被计算掩盖	其中 %1</translation>
    </message>
    <message>
        <source>Memory %1 of %2 at %3</source>
        <translation>显存 %1 / %2，在 %3</translation>
    </message>
    <message>
        <source>Memory %1 at %2</source>
        <translation>显存 %1，在 %2</translation>
    </message>
    <message>
        <source>each device of	%1, stage %2</source>
        <translation>每个设备属于	%1，阶段 %2</translation>
    </message>
    <message>
        <source>in the whole step	%1</source>
        <translation>整步常驻	%1</translation>
    </message>
    <message>
        <source>%1 in flight now	%2</source>
        <translation>当前在途 %1 个	%2</translation>
    </message>
    <message>
        <source>beyond the capacity	%1</source>
        <translation>超出容量	%1</translation>
    </message>
    <message>
        <source>Peak: %1</source>
        <translation>峰值：%1</translation>
    </message>
    <message>
        <source>%1 · busy %2 · bubble %3</source>
        <translation>%1 · 忙碌 %2 · 气泡 %3</translation>
    </message>
    <message>
        <source>%1 of %2 events</source>
        <translation>%1 / %2 个事件</translation>
    </message>
    <message>
        <source>%1 of %2 events in view</source>
        <translation>视图内 %1 / %2 个事件</translation>
    </message>
    <message>
        <source>, %1 merged</source>
        <translation>，合并 %1 个</translation>
    </message>
    <message>
        <source> · bubble %1 = %2 / %3%4</source>
        <translation> · 气泡 %1 = %2 / %3%4</translation>
    </message>
    <message>
        <source> of devices</source>
        <translation>（按设备计）</translation>
    </message>
    <message>
        <source>over	%1</source>
        <translation>经由	%1</translation>
    </message>
    <message>
        <source>over	%1, %2 shared with 1 flow</source>
        <translation>经由	%1，%2 的时间与 1 个流共享</translation>
    </message>
    <message>
        <source>over	%1, %2 shared with %3 flows</source>
        <translation>经由	%1，%2 的时间与 %3 个流共享</translation>
    </message>
    <message>
        <source>Replica %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>PP receive</source>
        <translation>PP 接收</translation>
    </message>
    <message>
        <source>CP</source>
        <translation>CP</translation>
    </message>
    <message>
        <source>EP</source>
        <translation>EP</translation>
    </message>
    <message>
        <source>%1 · %2 lanes</source>
        <translation>%1 · %2 条泳道</translation>
    </message>
    <message>
        <source>most busy: %1</source>
        <translation>最忙：%1</translation>
    </message>
    <message>
        <source>least busy: %1</source>
        <translation>最闲：%1</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>1 marker</source>
        <translation>1 个标记</translation>
    </message>
    <message>
        <source>%1 markers</source>
        <translation>%1 个标记</translation>
    </message>
    <message>
        <source>in the host	%1, of it %2 activations</source>
        <translation>在主机中	%1，其中激活值 %2</translation>
    </message>
    <message>
        <source>in the host	%1</source>
        <translation>在主机中	%1</translation>
    </message>
</context>
<context>
    <name>TraceWords</name>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>EP</source>
        <translation>EP</translation>
    </message>
    <message>
        <source>CP</source>
        <translation>CP</translation>
    </message>
    <message>
        <source>PP</source>
        <translation>PP</translation>
    </message>
    <message>
        <source>DP</source>
        <translation>DP</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>TP, not hidden</source>
        <translation>TP，未隐藏</translation>
    </message>
    <message>
        <source>EP, not hidden</source>
        <translation>EP，未隐藏</translation>
    </message>
    <message>
        <source>CP, not hidden</source>
        <translation>CP，未隐藏</translation>
    </message>
    <message>
        <source>DP, not hidden</source>
        <translation>DP，未隐藏</translation>
    </message>
    <message>
        <source>collectives, not hidden</source>
        <translation>集合通信，未隐藏</translation>
    </message>
    <message>
        <source>pipeline: PP and bubbles</source>
        <translation>流水线：PP 与气泡</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
</context>
<context>
    <name>WhatIfWords</name>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP 宽度</translation>
    </message>
    <message>
        <source>Width of an expert</source>
        <translation>单个专家的宽度</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Latency of link %1</source>
        <translation>链路 %1 的延迟</translation>
    </message>
    <message>
        <source>Latency of %1 links like %2</source>
        <translation>%1 条类似 %2 的链路的延迟</translation>
    </message>
    <message>
        <source>Latency inside %1</source>
        <translation>%1 内部的延迟</translation>
    </message>
    <message>
        <source>Latency inside %1 nodes like %2</source>
        <translation>%1 个类似 %2 的节点内部的延迟</translation>
    </message>
    <message>
        <source>Peak of %1</source>
        <translation>%1 的峰值算力</translation>
    </message>
    <message>
        <source>Memory bandwidth of %1</source>
        <translation>%1 的显存带宽</translation>
    </message>
    <message>
        <source>Power of %1</source>
        <translation>%1 的功率</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Links between nodes</source>
        <translation>节点之间的链路</translation>
    </message>
    <message>
        <source>Links inside nodes</source>
        <translation>节点内部的链路</translation>
    </message>
    <message>
        <source>Device types</source>
        <translation>设备类型</translation>
    </message>
    <message>
        <source>Numbers of nodes</source>
        <translation>节点数量</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Experts of a token</source>
        <translation>每个词元的专家数</translation>
    </message>
</context>
<context>
    <name>heteroscope::AudienceView</name>
    <message>
        <source>Presentation</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::BreakdownBar</name>
    <message>
        <source>Step time of this device by cause</source>
        <translation>此设备的步时间（按原因）</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2 = %3 of the step</source>
        <translation>%1：%2 = 步时间的 %3</translation>
    </message>
</context>
<context>
    <name>heteroscope::BreakdownModel</name>
    <message>
        <source>%1: %2, %3 of %4</source>
        <translation>%1：%2，占%4的 %3</translation>
    </message>
    <message>
        <source>the memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>the step</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>heteroscope::BreakdownView</name>
    <message>
        <source>Search terms</source>
        <translation>搜索项</translation>
    </message>
    <message>
        <source>Search the breakdown</source>
        <translation>搜索分解</translation>
    </message>
    <message>
        <source>Terms of the step and of the memory</source>
        <translation>步时间和显存的各项</translation>
    </message>
    <message>
        <source>The breakdown appears with the first simulated step.</source>
        <translation>首次仿真训练步后将显示分解。</translation>
    </message>
    <message>
        <source>This step cannot be opened: %1</source>
        <translation>无法分解此训练步：%1</translation>
    </message>
    <message>
        <source>stage %1, replica %2</source>
        <translation>阶段 %1，副本 %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; &amp;nbsp;%2 &amp;nbsp;&lt;span style=&apos;color:%3&apos;&gt;%4&lt;/span&gt;</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; &amp;nbsp;%2 &amp;nbsp;&lt;span style=&apos;color:%3&apos;&gt;%4&lt;/span&gt;</translation>
    </message>
    <message>
        <source>the busiest lane; select another to open it</source>
        <translation>最繁忙的通道；选择其他通道以打开</translation>
    </message>
</context>
<context>
    <name>heteroscope::CalibrationImport</name>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>Step on show: %1 with the constants in use, %2 with these</source>
        <translation>所示步骤：使用当前常数为 %1，使用这些常数为 %2</translation>
    </message>
    <message>
        <source>There is no step on show to compare.</source>
        <translation>没有显示可供比较的步骤。</translation>
    </message>
    <message>
        <source>Measured kernels (%1): mean error %2 with the shipped constants, %3 with these</source>
        <translation>测量的内核（%1 个）：使用自带常数的平均误差为 %2，使用这些常数为 %3</translation>
    </message>
    <message>
        <source>Measured collectives (%1): mean error %2 with the shipped constants, %3 with these</source>
        <translation>测量的集合通信（%1 次）：使用自带常数的平均误差为 %2，使用这些常数为 %3</translation>
    </message>
    <message>
        <source>Measured steps (%1): mean error %2 with the shipped constants, %3 with these</source>
        <translation>测量的步骤（%1 个）：使用自带常数的平均误差为 %2，使用这些常数为 %3</translation>
    </message>
    <message>
        <source>Mean error of steps that were left out of the fit: %1</source>
        <translation>拟合时留出的步骤的平均误差：%1</translation>
    </message>
    <message>
        <source>These device types are of the same class and change, too: %1</source>
        <translation>以下设备类型属于同一类，也会随之改变：%1</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>%1 cannot be used</source>
        <translation>无法使用 %1</translation>
    </message>
    <message>
        <source>Compute with the constants of %1?</source>
        <translation>使用 %1 的常数进行计算？</translation>
    </message>
    <message>
        <source>Constants of %1 are in use until the program ends</source>
        <translation>在程序结束之前使用 %1 的常数</translation>
    </message>
    <message>
        <source>The shipped constants are in use</source>
        <translation>正在使用自带的常数</translation>
    </message>
    <message>
        <source>The constants are as they were</source>
        <translation>常数保持不变</translation>
    </message>
</context>
<context>
    <name>heteroscope::CanvasControls</name>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加层</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Fit all (F)</source>
        <translation>全部适应窗口 (F)</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
</context>
<context>
    <name>heteroscope::CanvasLegend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Opens and closes the legend</source>
        <translation>展开或收起图例</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Shows everything in full again (Escape)</source>
        <translation>重新完整显示全部内容（Escape）</translation>
    </message>
    <message>
        <source>Close the legend</source>
        <translation>收起图例</translation>
    </message>
    <message>
        <source>Open the legend</source>
        <translation>展开图例</translation>
    </message>
    <message>
        <source>0 to 100 %</source>
        <translation>0 至 100 %</translation>
    </message>
</context>
<context>
    <name>heteroscope::CanvasScene</name>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::CanvasView</name>
    <message>
        <source>Switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Cluster canvas</source>
        <translation>集群画布</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>便笺</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>%1 个对象</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>未选择任何对象</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>已选择：%1</translation>
    </message>
    <message>
        <source>Preview: %1</source>
        <translation>预览：%1</translation>
    </message>
</context>
<context>
    <name>heteroscope::CatalogDialog</name>
    <message>
        <source>New device</source>
        <translation>新建设备</translation>
    </message>
    <message>
        <source>New link</source>
        <translation>新建链路</translation>
    </message>
    <message>
        <source>New model</source>
        <translation>新建模型</translation>
    </message>
    <message>
        <source>New template</source>
        <translation>新建模板</translation>
    </message>
    <message>
        <source>Add to the drawing</source>
        <translation>添加到图中</translation>
    </message>
    <message>
        <source>Use for new links</source>
        <translation>用于新链路</translation>
    </message>
    <message>
        <source>Train this model</source>
        <translation>训练此模型</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
    <message>
        <source>the template %1</source>
        <translation>模板 %1</translation>
    </message>
    <message>
        <source>the training job</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Copy into the project</source>
        <translation>复制到项目</translation>
    </message>
    <message>
        <source>From the selected node</source>
        <translation>取自所选节点</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Catalog</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Search the catalog</source>
        <translation>搜索目录</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>In this project</source>
        <translation>本项目</translation>
    </message>
    <message>
        <source>Entries to list</source>
        <translation>列出的范围</translation>
    </message>
    <message>
        <source>Entries of the catalog</source>
        <translation>目录条目</translation>
    </message>
    <message>
        <source>Keeps the node that is selected on the canvas as a template</source>
        <translation>把画布上所选的节点保存为模板</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The project has no entries of its own yet: copy one into it, or create a new one.</source>
        <translation>项目还没有自己的条目：复制一个进来，或新建一个。</translation>
    </message>
    <message>
        <source>No catalog entry matches.</source>
        <translation>目录中没有匹配的条目。</translation>
    </message>
    <message>
        <source>in this project</source>
        <translation>本项目</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Not applied yet: %1; %2</source>
        <translation>尚未生效：%1；%2</translation>
    </message>
    <message>
        <source>Add %1 to the project&apos;s catalog</source>
        <translation>将 %1 添加到项目目录</translation>
    </message>
    <message>
        <source>Copy %1 into the project</source>
        <translation>将 %1 复制到项目</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>Not deleted: it is used by %1.</source>
        <translation>未删除：%1 正在使用它。</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>heteroscope::CatalogModel</name>
    <message>
        <source>%1 billion</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 个设备</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Node templates</source>
        <translation>节点模板</translation>
    </message>
    <message>
        <source>%1, in this project</source>
        <translation>%1，本项目</translation>
    </message>
    <message>
        <source>%1, built in</source>
        <translation>%1，内置</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>%1 trillion</source>
        <translation>%1 T</translation>
    </message>
</context>
<context>
    <name>heteroscope::CauseModel</name>
    <message>
        <source>Step time</source>
        <translation>步骤时间</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>heteroscope::Causes</name>
    <message>
        <source>stage %1 of pipeline %2</source>
        <translation>流水线 %2 的阶段 %1</translation>
    </message>
    <message>
        <source>%1 on %2, which has %3</source>
        <translation>%1，位于 %2（容量 %3）</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>stage %1 on %2</source>
        <translation>阶段 %1，位于 %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::CertificateStrip</name>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>Saves the whole table as comma-separated values</source>
        <translation>将整个表格保存为逗号分隔值</translation>
    </message>
    <message>
        <source>No search yet</source>
        <translation>尚未搜索</translation>
    </message>
    <message>
        <source>Searching ...</source>
        <translation>正在搜索 ...</translation>
    </message>
    <message>
        <source>Being proved again</source>
        <translation>正在重新证明</translation>
    </message>
    <message>
        <source>plans from before the edit, simulated again</source>
        <translation>编辑之前的方案，已重新仿真</translation>
    </message>
    <message>
        <source>plans from before the edit, simulated again; %1</source>
        <translation>编辑之前的方案，已重新仿真；%1</translation>
    </message>
    <message>
        <source>Proved best of %1</source>
        <translation>已证明为 %1 内最优</translation>
    </message>
    <message>
        <source>Best so far, not proved</source>
        <translation>目前最佳，尚未证明</translation>
    </message>
    <message>
        <source>No plan fits</source>
        <translation>没有方案放得下</translation>
    </message>
    <message>
        <source>The planner ranks every way to split this training over these devices.</source>
        <translation>规划器对在这些设备上切分此训练的所有方式进行排名。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; simulated</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 已仿真</translation>
    </message>
    <message>
        <source>%1 families = %2</source>
        <translation>%1 族 = %2</translation>
    </message>
    <message>
        <source>No plan of %1 is faster</source>
        <translation>%1 中没有更快的方案</translation>
    </message>
    <message>
        <source>1 family = %1</source>
        <translation>1 个族 = %1</translation>
    </message>
    <message>
        <source>gap &lt;b&gt;0 %&lt;/b&gt; in &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>差距 &lt;b&gt;0 %&lt;/b&gt;，用时 &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; families</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 族</translation>
    </message>
    <message>
        <source>Why not?</source>
        <translation>为何不是？</translation>
    </message>
    <message>
        <source>Makes the selected plan the project&apos;s plan; the one before it stays in the list. Can be undone</source>
        <translation>将所选方案设为项目的方案；原来的方案留在列表中。可以撤销</translation>
    </message>
    <message>
        <source>Every family got its full effort. Rules on device groups make the space smaller.</source>
        <translation>每个族都已用尽搜索量。为设备组设规则可以缩小空间。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Search now</source>
        <translation>立即搜索</translation>
    </message>
    <message>
        <source>The search ends as soon as its running simulations allow</source>
        <translation>正在运行的模拟一结束，搜索就停止</translation>
    </message>
    <message>
        <source>Stops the search and keeps the best plan so far (Shift+F5)</source>
        <translation>停止搜索并保留目前最佳方案 (Shift+F5)</translation>
    </message>
    <message>
        <source>Searches without a time limit, until the best plan is proved (F5)</source>
        <translation>不限时间地搜索，直到证明最佳方案 (F5)</translation>
    </message>
    <message>
        <source>Stopping ...</source>
        <translation>正在停止 ...</translation>
    </message>
    <message>
        <source>For another start time</source>
        <translation>属于另一个开始时间</translation>
    </message>
    <message>
        <source>From before the edit</source>
        <translation>编辑之前的结果</translation>
    </message>
    <message>
        <source>Stopped before the first plan</source>
        <translation>在找到第一个方案之前停止</translation>
    </message>
    <message>
        <source>beyond it &lt;b&gt;%1&lt;/b&gt; takes &lt;b&gt;%2&lt;/b&gt; less time, not proved</source>
        <translation>空间之外 &lt;b&gt;%1&lt;/b&gt; 少用 &lt;b&gt;%2&lt;/b&gt; 时间，未证明</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>gap &lt;b&gt;%1&lt;/b&gt;, searching after &lt;b&gt;%2&lt;/b&gt;</source>
        <translation>差距 &lt;b&gt;%1&lt;/b&gt;，已搜索 &lt;b&gt;%2&lt;/b&gt;</translation>
    </message>
    <message>
        <source>no bound yet after &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 后尚无下界</translation>
    </message>
    <message>
        <source>gap &lt;b&gt;%1&lt;/b&gt;, stopped after &lt;b&gt;%2&lt;/b&gt;</source>
        <translation>差距 &lt;b&gt;%1&lt;/b&gt;，&lt;b&gt;%2&lt;/b&gt; 后停止</translation>
    </message>
    <message>
        <source>gap &lt;b&gt;%1&lt;/b&gt;, full effort spent in &lt;b&gt;%2&lt;/b&gt;</source>
        <translation>差距 &lt;b&gt;%1&lt;/b&gt;，用尽搜索量，历时 &lt;b&gt;%2&lt;/b&gt;</translation>
    </message>
    <message>
        <source>The best plans appear here while the search runs.</source>
        <translation>搜索进行时，最佳方案显示在这里。</translation>
    </message>
    <message>
        <source>No plan fits these devices.</source>
        <translation>没有方案适合这些设备。</translation>
    </message>
    <message>
        <source>Opens the reasons of the selected row (W)</source>
        <translation>打开所选行的原因 (W)</translation>
    </message>
    <message>
        <source>no plan of any kind can take less than &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>任何方案都不可能少于 &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>The reasons of rank 1 (W) say what space %1 holds</source>
        <translation>排名第 1 的理由 (W) 说明空间 %1 包含什么</translation>
    </message>
    <message>
        <source>no plan of any kind can take less than &lt;b&gt;%1&lt;/b&gt;: a bound of its own, nearer than that of %2</source>
        <translation>任何种类的方案都不可能少于 &lt;b&gt;%1&lt;/b&gt;：这是独立的下界，比 %2 的下界更近</translation>
    </message>
</context>
<context>
    <name>heteroscope::ChartPages</name>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Shows the numbers of the chart as a table</source>
        <translation>以表格显示图中的数值</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>Writes the numbers of the chart as comma-separated values</source>
        <translation>将图中的数值写为逗号分隔值</translation>
    </message>
    <message>
        <source>Table of the chart: %1</source>
        <translation>图表数据：%1</translation>
    </message>
    <message>
        <source>Export the numbers of the chart</source>
        <translation>导出图中的数值</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
</context>
<context>
    <name>heteroscope::ChoiceModel</name>
    <message>
        <source>As in a line of a cluster, without a number of nodes: devices, then the link of the node</source>
        <translation>如集群描述行，但不含节点数：设备，然后是节点的链路</translation>
    </message>
    <message>
        <source>catalog</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>To</source>
        <translation>终点</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>美元/小时</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>单位</translation>
    </message>
</context>
<context>
    <name>heteroscope::ClusterPreview</name>
    <message>
        <source>Picture of the cluster</source>
        <translation>集群图</translation>
    </message>
</context>
<context>
    <name>heteroscope::ClusterWizard</name>
    <message>
        <source>Add to the drawing</source>
        <translation>添加到画布</translation>
    </message>
    <message>
        <source>Cluster from a template</source>
        <translation>从模板创建集群</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>文字描述</translation>
    </message>
    <message>
        <source>The cluster in words</source>
        <translation>集群的文字描述</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>nodes x devices  device  link  + more nodes  / switch, spine 2:1, rails, rail-only, ring, torus or zones eth10</source>
        <translation>节点 x 设备数  设备  链路  + 更多节点  / switch、spine 2:1、rails、rail-only、ring、torus 或 zones eth10</translation>
    </message>
    <message>
        <source>%1 in %2, %3, %4</source>
        <translation>%1，位于 %2，%3，%4</translation>
    </message>
    <message>
        <source>device</source>
        <translation>个设备</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>个设备</translation>
    </message>
    <message>
        <source>node</source>
        <translation>个节点</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>个节点</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>个交换机</translation>
    </message>
    <message>
        <source>switches</source>
        <translation>个交换机</translation>
    </message>
    <message>
        <source>link</source>
        <translation>条链路</translation>
    </message>
    <message>
        <source>links</source>
        <translation>条链路</translation>
    </message>
    <message>
        <source>Column %1: %2</source>
        <translation>第 %1 列：%2</translation>
    </message>
    <message>
        <source>Such as %1</source>
        <translation>例如 %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::CommandPalette</name>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Find a command or item</source>
        <translation>查找命令或对象</translation>
    </message>
    <message>
        <source>Find a command, a node, a switch or a link</source>
        <translation>查找命令、节点、交换机或链路</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>note</source>
        <translation>便笺</translation>
    </message>
    <message>
        <source>device group</source>
        <translation>设备组</translation>
    </message>
    <message>
        <source>link %1 – %2</source>
        <translation>链路 %1 – %2</translation>
    </message>
    <message>
        <source>Nothing found for “%1”</source>
        <translation>未找到“%1”</translation>
    </message>
</context>
<context>
    <name>heteroscope::CompareView</name>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>Keeps the step on show to compare with later, up to %1 of them</source>
        <translation>保留当前显示的步骤供以后比较，最多 %1 个</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>Swaps A and B</source>
        <translation>交换 A 和 B</translation>
    </message>
    <message>
        <source>Writes the table as comma-separated values</source>
        <translation>将表格写为逗号分隔值</translation>
    </message>
    <message>
        <source>Result %1</source>
        <translation>结果 %1</translation>
    </message>
    <message>
        <source>Timeline of %1</source>
        <translation>%1 的时间线</translation>
    </message>
    <message>
        <source>Difference by cause</source>
        <translation>按原因划分的差异</translation>
    </message>
    <message>
        <source>Figures of both</source>
        <translation>两者的指标</translation>
    </message>
    <message>
        <source>Pinned results</source>
        <translation>已固定的结果</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Pinned (%1)</source>
        <translation>已固定 (%1)</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>尚无可比较的内容</translation>
    </message>
    <message>
        <source>results appear with the first simulated step</source>
        <translation>模拟第一个步骤后显示结果</translation>
    </message>
    <message>
        <source>One result</source>
        <translation>一个结果</translation>
    </message>
    <message>
        <source>change something, show another plan, or pin this one to compare with it</source>
        <translation>更改内容、显示其他方案，或固定此结果以便与之比较</translation>
    </message>
    <message>
        <source>Both take as long</source>
        <translation>两者用时相同</translation>
    </message>
    <message>
        <source>with the same critical path by cause and place</source>
        <translation>关键路径的原因和位置也相同</translation>
    </message>
    <message>
        <source>%1; most: %2 on %3, %4</source>
        <translation>%1；最大：%3 上的 %2，%4</translation>
    </message>
    <message>
        <source>but not for the same reasons</source>
        <translation>但原因不同</translation>
    </message>
    <message>
        <source>B takes %1 longer</source>
        <translation>B 长 %1</translation>
    </message>
    <message>
        <source>B takes %1 less</source>
        <translation>B 短 %1</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>导出比较</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>On the canvas</source>
        <translation>在画布上</translation>
    </message>
    <message>
        <source>Shows on each node how much longer B is there, on its critical path, and why</source>
        <translation>在每个节点上显示 B 在其关键路径上多花多少时间及原因</translation>
    </message>
</context>
<context>
    <name>heteroscope::ContextMenus</name>
    <message>
        <source>Play until here</source>
        <translation>播放到此处</translation>
    </message>
    <message>
        <source>Show the whole step</source>
        <translation>显示整个训练步</translation>
    </message>
    <message>
        <source>Apply this plan</source>
        <translation>应用此计划</translation>
    </message>
    <message>
        <source>Why not first</source>
        <translation>为何不是第一</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Show on the canvas</source>
        <translation>在画布上显示</translation>
    </message>
    <message>
        <source>Remove this kept plan</source>
        <translation>移除此保留的计划</translation>
    </message>
    <message>
        <source>Make the change</source>
        <translation>执行更改</translation>
    </message>
    <message>
        <source>Copy the table as CSV</source>
        <translation>将表格复制为 CSV</translation>
    </message>
    <message>
        <source>Export this view ...</source>
        <translation>导出此视图 ...</translation>
    </message>
    <message>
        <source>Export this view</source>
        <translation>导出此视图</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.pdf *.png)</source>
        <translation>图片 (*.svg *.pdf *.png)</translation>
    </message>
    <message>
        <source>The timeline was not written</source>
        <translation>时间线未写入</translation>
    </message>
    <message>
        <source>Export the bars in view as CSV ...</source>
        <translation>将可见条块导出为 CSV ...</translation>
    </message>
    <message>
        <source>Export the bars in view</source>
        <translation>导出可见条块</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Pin the step on show</source>
        <translation>固定当前显示的步骤</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 和 B</translation>
    </message>
    <message>
        <source>Shows that plan</source>
        <translation>显示该方案</translation>
    </message>
    <message>
        <source>Group lanes by</source>
        <translation>通道分组依据</translation>
    </message>
    <message>
        <source>Pin or release the lane</source>
        <translation>固定或取消固定通道</translation>
    </message>
    <message>
        <source>Hide the lane</source>
        <translation>隐藏通道</translation>
    </message>
    <message>
        <source>Move the lane up</source>
        <translation>上移通道</translation>
    </message>
    <message>
        <source>Move the lane down</source>
        <translation>下移通道</translation>
    </message>
    <message>
        <source>Order of the plan</source>
        <translation>方案的顺序</translation>
    </message>
    <message>
        <source>Show all lanes</source>
        <translation>显示所有通道</translation>
    </message>
    <message>
        <source>Copy the counters in view as CSV</source>
        <translation>将可见的计数器复制为 CSV</translation>
    </message>
    <message>
        <source>Write a marker here</source>
        <translation>在此写标记</translation>
    </message>
    <message>
        <source>Edit the marker&apos;s text</source>
        <translation>编辑标记文字</translation>
    </message>
    <message>
        <source>Colour of the marker</source>
        <translation>标记颜色</translation>
    </message>
    <message>
        <source>Delete the marker</source>
        <translation>删除标记</translation>
    </message>
</context>
<context>
    <name>heteroscope::CurvePlot</name>
    <message>
        <source>Rate over time</source>
        <translation>速率随时间变化</translation>
    </message>
    <message>
        <source>Drag a point; double-click adds one, Delete removes it, arrow keys move it</source>
        <translation>拖动点；双击添加，Delete 删除，方向键移动</translation>
    </message>
    <message>
        <source>Edit this curve</source>
        <translation>编辑此曲线</translation>
    </message>
    <message>
        <source>Move a point</source>
        <translation>移动点</translation>
    </message>
    <message>
        <source>Add a point</source>
        <translation>添加点</translation>
    </message>
    <message>
        <source>Remove a point</source>
        <translation>移除点</translation>
    </message>
</context>
<context>
    <name>heteroscope::CurveTable</name>
    <message>
        <source>From</source>
        <translation>起始</translation>
    </message>
    <message>
        <source>%1 “%2”: expected a share of 0 % or more, like 40 or 40 %</source>
        <translation>%1“%2”：应为不小于 0 % 的比例，如 40 或 40 %</translation>
    </message>
    <message>
        <source>a time like 90, 1:30 or 2 h</source>
        <translation>形如 90、1:30 或 2 h 的时间</translation>
    </message>
    <message>
        <source>a time after %1</source>
        <translation>%1 之后的时间</translation>
    </message>
    <message>
        <source>a time before %1</source>
        <translation>%1 之前的时间</translation>
    </message>
    <message>
        <source> and before %1</source>
        <translation>且在 %1 之前</translation>
    </message>
    <message>
        <source>From “%1”: expected %2</source>
        <translation>起始“%1”：应为 %2</translation>
    </message>
    <message>
        <source>Move a point</source>
        <translation>移动点</translation>
    </message>
    <message>
        <source>Set a rate</source>
        <translation>设置速率</translation>
    </message>
</context>
<context>
    <name>heteroscope::DesignChart</name>
    <message>
        <source>Front of the clusters</source>
        <translation>集群前沿</translation>
    </message>
</context>
<context>
    <name>heteroscope::DesignForm</name>
    <message>
        <source>Add a node</source>
        <translation>添加节点</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移出</translation>
    </message>
    <message>
        <source> USD/h</source>
        <translation> 美元/小时</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>Limit of the price per hour</source>
        <translation>每小时价格上限</translation>
    </message>
    <message>
        <source> kW</source>
        <translation> kW</translation>
    </message>
    <message>
        <source>Limit of the power</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source> units</source>
        <translation> 单位</translation>
    </message>
    <message>
        <source>Limit of the rack space</source>
        <translation>机架空间上限</translation>
    </message>
    <message>
        <source>Limit of the devices</source>
        <translation>设备数上限</translation>
    </message>
    <message>
        <source> billion</source>
        <translation> 十亿</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>不考虑</translation>
    </message>
    <message>
        <source>Tokens to train</source>
        <translation>训练 Token 数</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Gain that is too small to pay for</source>
        <translation>小到不值得付费的增益</translation>
    </message>
    <message>
        <source>Fabrics to choose from</source>
        <translation>可选的互连结构</translation>
    </message>
    <message>
        <source>Separated by semicolons: switch; spine 2:1; rails; ring; torus</source>
        <translation>用分号分隔：switch; spine 2:1; rails; ring; torus</translation>
    </message>
    <message>
        <source>A dearer cluster that is faster by less than this is left out of the front</source>
        <translation>更贵但快得不足此值的集群不列入前沿</translation>
    </message>
    <message>
        <source>Nodes to choose from</source>
        <translation>可选的节点</translation>
    </message>
    <message>
        <source>Fabrics</source>
        <translation>互连结构</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>Ignore below</source>
        <translation>忽略低于</translation>
    </message>
</context>
<context>
    <name>heteroscope::DesignView</name>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>Draw this cluster</source>
        <translation>绘制此集群</translation>
    </message>
    <message>
        <source>Save question …</source>
        <translation>保存问题 …</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>Puts the chosen cluster with its plan in the place of the drawn one, as one undo step (Enter)</source>
        <translation>以所选集群及其方案替换所绘集群，可一步撤销（Enter）</translation>
    </message>
    <message>
        <source>Writes a design file, which hscope design takes</source>
        <translation>写出 hscope design 可用的设计文件</translation>
    </message>
    <message>
        <source>Price per hour</source>
        <translation>每小时价格</translation>
    </message>
    <message>
        <source>Price of the training</source>
        <translation>训练价格</translation>
    </message>
    <message>
        <source>Energy of a step</source>
        <translation>一步的能耗</translation>
    </message>
    <message>
        <source>Against which the time is drawn</source>
        <translation>时间相对于什么绘制</translation>
    </message>
    <message>
        <source>Save the question</source>
        <translation>保存问题</translation>
    </message>
    <message>
        <source>Design files (*.design.json)</source>
        <translation>设计文件 (*.design.json)</translation>
    </message>
    <message>
        <source>Export the front</source>
        <translation>导出前沿</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Clusters worth their money</source>
        <translation>物有所值的集群</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Per hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Its price</source>
        <translation>其价格</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>proved</source>
        <translation>已证明</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>差距 %1</translation>
    </message>
    <message>
        <source>No cluster of the choice can train the model within the limits.</source>
        <translation>所选范围内没有集群能在上限内训练该模型。</translation>
    </message>
    <message>
        <source>The front appears here.</source>
        <translation>前沿将显示在此。</translation>
    </message>
    <message>
        <source>%1
%2, %3/h</source>
        <translation>%1
%2，%3/小时</translation>
    </message>
    <message>
        <source>Energy of a step, J</source>
        <translation>一步的能耗，J</translation>
    </message>
    <message>
        <source>Price of the training, USD</source>
        <translation>训练价格，美元</translation>
    </message>
    <message>
        <source>Price, USD per hour</source>
        <translation>价格，美元/小时</translation>
    </message>
    <message>
        <source>Time of the training, days</source>
        <translation>训练时间，天</translation>
    </message>
    <message>
        <source>Step time, s</source>
        <translation>步时间，s</translation>
    </message>
    <message>
        <source>The cheapest that can train it; %1</source>
        <translation>能训练它的最便宜者；%1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Not searched</source>
        <translation>未搜索</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>%1 of %2 clusters</source>
        <translation>%1 / %2 个集群</translation>
    </message>
    <message>
        <source>Nothing searched yet</source>
        <translation>尚未搜索</translation>
    </message>
    <message>
        <source>choose nodes, fabrics and limits for the project&apos;s model and job</source>
        <translation>为项目的模型和作业选择节点、互连结构和上限</translation>
    </message>
    <message>
        <source>Of another model or job</source>
        <translation>属于其他模型或作业</translation>
    </message>
    <message>
        <source>search again for the present ones</source>
        <translation>请针对当前的重新搜索</translation>
    </message>
    <message>
        <source>%1 planned</source>
        <translation>已规划 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>No cluster fits</source>
        <translation>没有合适的集群</translation>
    </message>
    <message>
        <source>Certified within %1</source>
        <translation>证明到 %1 以内</translation>
    </message>
    <message>
        <source>Certified</source>
        <translation>已证明</translation>
    </message>
    <message>
        <source>%1 clusters: %2</source>
        <translation>%1 个集群：%2</translation>
    </message>
    <message>
        <source>Draw %1</source>
        <translation>绘制 %1</translation>
    </message>
    <message>
        <source>The question was not saved</source>
        <translation>问题未保存</translation>
    </message>
    <message>
        <source>The table was not saved</source>
        <translation>表格未保存</translation>
    </message>
</context>
<context>
    <name>heteroscope::DetailsView</name>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Copies every field as a line of its name and value</source>
        <translation>将每个字段复制为一行名称和值</translation>
    </message>
    <message>
        <source>Fields of the selected bar</source>
        <translation>所选时间条的字段</translation>
    </message>
    <message>
        <source>%1  ›</source>
        <translation>%1  ›</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Select a bar in the timeline</source>
        <translation>在时间线中选择一个时间条</translation>
    </message>
</context>
<context>
    <name>heteroscope::DockHost</name>
    <message>
        <source>As opened</source>
        <translation>打开时的状态</translation>
    </message>
    <message>
        <source>History of edits</source>
        <translation>编辑历史</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 / %2 %3</translation>
    </message>
    <message>
        <source>The table was not saved</source>
        <translation>表格未保存</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>组件库</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>Plan by hand</source>
        <translation>手动方案</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>ranked for the step at %1, shown is the step at %2</source>
        <translation>排名属于 %1 的步，显示的是 %2 的步</translation>
    </message>
    <message>
        <source>ranked for the cluster and job before the last edit</source>
        <translation>排名属于上次编辑之前的集群与任务</translation>
    </message>
    <message>
        <source>Remove plan %1</source>
        <translation>移除方案 %1</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>What to change</source>
        <translation>更改什么</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Parallel axes</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>随时间</translation>
    </message>
    <message>
        <source>What to buy</source>
        <translation>购买什么</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
</context>
<context>
    <name>heteroscope::Document</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>heteroscope::EditCommands</name>
    <message>
        <source>Copied 1 item</source>
        <translation>已复制 1 个对象</translation>
    </message>
    <message>
        <source>Copied %1 items</source>
        <translation>已复制 %1 个对象</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
</context>
<context>
    <name>heteroscope::EntryForm</name>
    <message>
        <source>%1, %2</source>
        <comment>a quantity and its unit</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>A whole number between %1 and %2</source>
        <translation>%1 到 %2 之间的整数</translation>
    </message>
    <message>
        <source>Source of the values</source>
        <translation>数据来源</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Unsourced estimate, not checked</source>
        <translation>无来源的估计值，未核对</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>heteroscope::ExportCommands</name>
    <message>
        <source>%1 was not written</source>
        <translation>%1 未写入</translation>
    </message>
    <message>
        <source>Wrote %1, as it was before the last edit</source>
        <translation>已写入 %1，为上次编辑之前的状态</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>The plan is launched by:</source>
        <translation>启动该方案的工具：</translation>
    </message>
    <message>
        <source>%1 cannot run this plan</source>
        <translation>%1 无法运行该方案</translation>
    </message>
    <message>
        <source>Written: the plan runs as it is</source>
        <translation>已写入：该方案可直接运行</translation>
    </message>
    <message>
        <source>Written: this has to change before it runs</source>
        <translation>已写入：运行前需要修改以下内容</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>说明：%1</translation>
    </message>
</context>
<context>
    <name>heteroscope::FigureCard</name>
    <message>
        <source>sum of the critical path: the chain of work and waits that sets the step time</source>
        <translation>关键路径之和：决定步时间的计算与等待之链</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>uncertainty</source>
        <translation>不确定度</translation>
    </message>
    <message>
        <source>model FLOP / (step time × peak of all devices of the plan)</source>
        <translation>模型 FLOP /（步时间 × 方案中所有设备的峰值）</translation>
    </message>
    <message>
        <source>model FLOP of a step, without recompute</source>
        <translation>每步模型 FLOP，不含重计算</translation>
    </message>
    <message>
        <source>peak of 1 device</source>
        <translation>1 台设备的峰值</translation>
    </message>
    <message>
        <source>peak of %1 devices</source>
        <translation>%1 台设备的峰值</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>HFU, with recompute</source>
        <translation>HFU，含重计算</translation>
    </message>
    <message>
        <source>tokens of a step / step time</source>
        <translation>每步 token 数 / 步时间</translation>
    </message>
    <message>
        <source>sequences × tokens in each</source>
        <translation>序列数 × 每序列 token 数</translation>
    </message>
    <message>
        <source>tokens of a step</source>
        <translation>每步 token 数</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>time of 1 device</source>
        <translation>1 台设备的时间</translation>
    </message>
    <message>
        <source>time of %1 devices, %2 each</source>
        <translation>%1 台设备的时间，每台 %2</translation>
    </message>
    <message>
        <source>time spent waiting for work of other devices / time of all devices</source>
        <translation>等待其他设备计算的时间 / 所有设备的时间</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>time spent waiting for communication while nothing is computed / time of all devices</source>
        <translation>不计算而等待通信的时间 / 所有设备的时间</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>暴露通信</translation>
    </message>
    <message>
        <source>sum of what the fullest device holds at its peak: %1</source>
        <translation>最满设备在峰值时所占之和：%1</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>exceeds memory by</source>
        <translation>超出显存</translation>
    </message>
    <message>
        <source>Open in Breakdown</source>
        <translation>在分解中打开</translation>
    </message>
    <message>
        <source>How the figure is computed</source>
        <translation>该数值如何计算</translation>
    </message>
    <message>
        <source>Shows the device that this figure is largest on, term by term</source>
        <translation>逐项显示该数值最大的设备</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 years</source>
        <translation>%1 年</translation>
    </message>
    <message>
        <source>steps of the training</source>
        <translation>训练的步骤数</translation>
    </message>
    <message>
        <source>its time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>its price</source>
        <translation>训练价格</translation>
    </message>
    <message>
        <source>its energy</source>
        <translation>训练能耗</translation>
    </message>
    <message>
        <source>%1 of a step / tokens of a step × 1,000,000</source>
        <translation>每步%1 / 每步 Token 数 × 1,000,000</translation>
    </message>
    <message>
        <source>%1 of a step</source>
        <translation>每步%1</translation>
    </message>
    <message>
        <source>%1 of a million tokens</source>
        <translation>每百万 Token %1</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>mean power of the site</source>
        <translation>站点平均功率</translation>
    </message>
    <message>
        <source>Tokens to train</source>
        <translation>训练 Token 数</translation>
    </message>
    <message>
        <source>For example 300B or 1.5T; at first 20 for each parameter</source>
        <translation>例如 300B 或 1.5T；初始为每个参数 20 个</translation>
    </message>
</context>
<context>
    <name>heteroscope::FigureModel</name>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步骤时间</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 Token 数</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>暴露的通信</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Cost per million tokens</source>
        <translation>每百万 Token 成本</translation>
    </message>
    <message>
        <source>Energy per million tokens</source>
        <translation>每百万 Token 能耗</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>B against A</source>
        <translation>B 相对 A</translation>
    </message>
</context>
<context>
    <name>heteroscope::FileImports</name>
    <message>
        <source>%1 cannot be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>%1 has no format that can be imported</source>
        <translation>%1 不是可导入的文件</translation>
    </message>
    <message>
        <source>What can be dropped here: a project, measurements of collect.py, measured steps, a calibration, and files of %1 formats of other tools: models, launch files, nodes and networks, logs and traces.</source>
        <translation>可以拖放到这里的内容：项目、collect.py 的测量结果、实测步、校准文件，以及其他工具的 %1 种格式的文件：模型、启动文件、节点与网络、日志和跟踪。</translation>
    </message>
    <message>
        <source>%1 cannot be imported</source>
        <translation>无法导入 %1</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>Imported %1</source>
        <translation>已导入 %1</translation>
    </message>
    <message>
        <source>Imported, with assumptions</source>
        <translation>已导入，含有假设</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>The content of %1 does not tell its format. It is:</source>
        <translation>%1 的内容未表明其格式。它是：</translation>
    </message>
    <message>
        <source>Import as</source>
        <translation>导入为</translation>
    </message>
    <message>
        <source>The text of the clipboard is:</source>
        <translation>剪贴板中的文本是：</translation>
    </message>
</context>
<context>
    <name>heteroscope::FilmDialog</name>
    <message>
        <source>Save as …</source>
        <translation>另存为 …</translation>
    </message>
    <message>
        <source>Animated schedules</source>
        <translation>调度动画</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Picture of the film</source>
        <translation>动画的画面</translation>
    </message>
    <message>
        <source>micro-batch by micro-batch</source>
        <translation>逐个微批次</translation>
    </message>
    <message>
        <source>as time goes by</source>
        <translation>随时间推进</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>against</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>绘制</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::FindBar</name>
    <message>
        <source>F3, bubble, gpu0, &gt;50ms</source>
        <translation>F3, 气泡, gpu0, &gt;50ms</translation>
    </message>
    <message>
        <source>Bars that have all words: F3 for the forward pass of micro-batch 3, the name of a kind of work, a device, a stage or an operation, &gt;50ms for what takes longer</source>
        <translation>包含全部词的条块：F3 表示微批次 3 的前向计算；也可以是工作种类、设备、阶段或算子的名称；&gt;50ms 表示耗时更长的条块</translation>
    </message>
    <message>
        <source>Find bars</source>
        <translation>查找条块</translation>
    </message>
    <message>
        <source>Previous bar</source>
        <translation>上一条块</translation>
    </message>
    <message>
        <source>Previous bar (Shift+Enter, Shift+F3)</source>
        <translation>上一条块（Shift+Enter、Shift+F3）</translation>
    </message>
    <message>
        <source>Next bar</source>
        <translation>下一条块</translation>
    </message>
    <message>
        <source>Next bar (Enter, F3)</source>
        <translation>下一条块（Enter、F3）</translation>
    </message>
    <message>
        <source>End the search</source>
        <translation>结束查找</translation>
    </message>
    <message>
        <source>End the search (Escape)</source>
        <translation>结束查找（Escape）</translation>
    </message>
    <message>
        <source>no bar</source>
        <translation>无条块</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::FormulaView</name>
    <message>
        <source>%1 = %2 = %3 = %4; simulated: %5</source>
        <translation>%1 = %2 = %3 = %4；仿真：%5</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>仿真</translation>
    </message>
</context>
<context>
    <name>heteroscope::GradingDialog</name>
    <message>
        <source>Grade hand-ins</source>
        <translation>批改作业</translation>
    </message>
    <message>
        <source>Each hand-in is a student&apos;s project. Its answer is compared with the simulation of the student&apos;s own numbers, and the project itself is simulated to see whether the goal is reached.</source>
        <translation>每份作业是一位学生的项目。答案与该学生自己数字的仿真比较，项目本身也被仿真，以判断目标是否达到。</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>选择 …</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>练习单</translation>
    </message>
    <message>
        <source>sheet.json of the exercise sheets</source>
        <translation>练习单的 sheet.json</translation>
    </message>
    <message>
        <source>Choose the sheet</source>
        <translation>选择练习单</translation>
    </message>
    <message>
        <source>Hand-ins</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Choose the hand-ins</source>
        <translation>选择作业</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>批改结果</translation>
    </message>
    <message>
        <source>Open the hand-in</source>
        <translation>打开作业</translation>
    </message>
    <message>
        <source>Save as CSV …</source>
        <translation>另存为 CSV …</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>批改</translation>
    </message>
    <message>
        <source>none chosen yet; files can be dropped here, too</source>
        <translation>尚未选择；也可以把文件拖到这里</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>Simulating …</source>
        <translation>正在仿真 …</translation>
    </message>
    <message>
        <source>Checked %1 of %2</source>
        <translation>已检查 %1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 are right</source>
        <translation>%2 份中 %1 份正确</translation>
    </message>
    <message>
        <source>1 cannot be graded</source>
        <translation>1 份无法批改</translation>
    </message>
    <message>
        <source>%1 cannot be graded</source>
        <translation>%1 份无法批改</translation>
    </message>
    <message>
        <source>1 task of the sheet was not handed in</source>
        <translation>练习单中有 1 题未交</translation>
    </message>
    <message>
        <source>%1 tasks of the sheet were not handed in</source>
        <translation>练习单中有 %1 题未交</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::GradingModel</name>
    <message>
        <source>no answer stands behind &quot;Answer:&quot; in the note</source>
        <translation>便签中“回答：”之后没有内容</translation>
    </message>
    <message>
        <source>the answer is not a number of this kind</source>
        <translation>答案不是这类数值</translation>
    </message>
    <message>
        <source>the answer is not what was simulated</source>
        <translation>答案与仿真结果不符</translation>
    </message>
    <message>
        <source>something was changed that the task does not allow</source>
        <translation>改动了题目不允许改动的内容</translation>
    </message>
    <message>
        <source>the plan does not run: %1</source>
        <translation>方案无法运行：%1</translation>
    </message>
    <message>
        <source>the goal is not reached</source>
        <translation>目标未达到</translation>
    </message>
    <message>
        <source>not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>✗ cannot be graded</source>
        <translation>✗ 无法批改</translation>
    </message>
    <message>
        <source>✓ right</source>
        <translation>✓ 正确</translation>
    </message>
    <message>
        <source>✗ not right</source>
        <translation>✗ 不正确</translation>
    </message>
    <message>
        <source>Hand-in</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Student</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>仿真值</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>heteroscope::GroupRules</name>
    <message>
        <source>Add a rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Cannot be obeyed: there are at most %1 stages and %2 pipelines, and the first of each needs a device.</source>
        <translation>无法满足：最多有 %1 个阶段和 %2 条流水线，且各自的第一个都需要设备。</translation>
    </message>
    <message>
        <source>Cannot be obeyed together with: %1.</source>
        <translation>无法与以下规则同时满足：%1。</translation>
    </message>
    <message>
        <source>The shown plan breaks it: %1.</source>
        <translation>当前显示的方案违反此规则：%1。</translation>
    </message>
    <message>
        <source>Without a rule the group is only a name.</source>
        <translation>没有规则时，组只是一个名称。</translation>
    </message>
    <message>
        <source>No plan can obey all rules: change or remove one.</source>
        <translation>没有方案能满足所有规则：请更改或移除一条。</translation>
    </message>
    <message>
        <source>The search found no plan that obeys all rules.</source>
        <translation>搜索未找到满足所有规则的方案。</translation>
    </message>
    <message>
        <source>The planner proposes only plans that obey the rules.</source>
        <translation>规划器只给出满足规则的方案。</translation>
    </message>
</context>
<context>
    <name>heteroscope::Headline</name>
    <message>
        <source>Draw a node to begin</source>
        <translation>先绘制一个节点</translation>
    </message>
    <message>
        <source>drag one from the palette</source>
        <translation>从组件库拖出一个</translation>
    </message>
    <message>
        <source>Nothing can run on this cluster yet</source>
        <translation>此集群上还无法运行</translation>
    </message>
    <message>
        <source>No plan fits this cluster</source>
        <translation>没有方案适合此集群</translation>
    </message>
    <message>
        <source>Searching for a plan</source>
        <translation>正在搜索方案</translation>
    </message>
    <message>
        <source>A plan %1 faster is proved</source>
        <translation>已证明有快 %1 的方案</translation>
    </message>
    <message>
        <source>A plan %1 faster is known</source>
        <translation>已知有快 %1 的方案</translation>
    </message>
    <message>
        <source>The best plan so far, gap %1</source>
        <translation>目前最佳方案，差距 %1</translation>
    </message>
    <message>
        <source>outside the space, not proved</source>
        <translation>在搜索空间之外，未经证明</translation>
    </message>
    <message>
        <source>outside the space: faster than every plan of %1; not proved among plans outside it</source>
        <translation>在搜索空间之外：快于 %1 的每个方案；在空间外的方案之中未经证明</translation>
    </message>
    <message>
        <source>A baseline&apos;s plan; no plan of %1 is faster</source>
        <translation>基线方法的方案；%1 中没有更快的方案</translation>
    </message>
    <message>
        <source>The best plan so far, no bound yet</source>
        <translation>目前最好的方案，尚无下界</translation>
    </message>
    <message>
        <source>This plan does not fit</source>
        <translation>此方案放不下</translation>
    </message>
    <message>
        <source>Critical path: %1</source>
        <translation>关键路径：%1</translation>
    </message>
    <message>
        <source>Searching for faster plans</source>
        <translation>正在搜索更快的方案</translation>
    </message>
    <message>
        <source>nearest: %1; %2</source>
        <translation>最接近：%1；%2</translation>
    </message>
    <message>
        <source>No plan fits: %1</source>
        <translation>没有方案放得下：%1</translation>
    </message>
    <message>
        <source>the figures are from before the edit</source>
        <translation>这些数字来自编辑之前</translation>
    </message>
    <message>
        <source>The search was stopped before it found a plan</source>
        <translation>搜索在找到方案之前被停止</translation>
    </message>
    <message>
        <source>F5 searches on</source>
        <translation>F5 继续搜索</translation>
    </message>
    <message>
        <source>The fastest plan found, %1 faster than the best proved one</source>
        <translation>已找到的最快方案，比已证明的最佳方案快 %1</translation>
    </message>
    <message>
        <source>The fastest plan found so far</source>
        <translation>目前找到的最快方案</translation>
    </message>
    <message>
        <source>The fastest plan found; no plan of the searched space fits</source>
        <translation>已找到的最快方案；搜索空间内没有放得下的方案</translation>
    </message>
    <message>
        <source>%1 would take %2 less time, but %3</source>
        <translation>%1 会少用 %2 时间，但 %3</translation>
    </message>
    <message>
        <source>A plan %1 faster was found</source>
        <translation>找到了快 %1 的方案</translation>
    </message>
    <message>
        <source>the ranking is from before; F5 searches again</source>
        <translation>排名是之前的；F5 重新搜索</translation>
    </message>
    <message>
        <source>No plan of the searched space fits</source>
        <translation>搜索空间内没有放得下的方案</translation>
    </message>
    <message>
        <source>trying plans beyond it</source>
        <translation>正在尝试空间之外的方案</translation>
    </message>
    <message>
        <source>At %1: %2</source>
        <translation>在 %1：%2</translation>
    </message>
    <message>
        <source>%1 faster than the recommended plan, but %2</source>
        <translation>比推荐的方案快 %1，但 %2</translation>
    </message>
    <message>
        <source>recommended: %1</source>
        <translation>推荐：%1</translation>
    </message>
    <message>
        <source>Bound by %1: %2 of the critical path, most on %3</source>
        <translation>受限于 %1：占关键路径 %2，主要在 %3</translation>
    </message>
    <message>
        <source>Bound by %1: %2 of the critical path, fullest link %3</source>
        <translation>受限于 %1：占关键路径 %2，最忙链路 %3</translation>
    </message>
    <message>
        <source>Compute-bound: %1 of the critical path, most on %2</source>
        <translation>计算受限：占关键路径 %1，主要在 %2</translation>
    </message>
    <message>
        <source>%1 cost %2</source>
        <translation>%1 花费 %2</translation>
    </message>
    <message>
        <source>%1 cost %2, fullest link %3</source>
        <translation>%1 花费 %2，最忙链路 %3</translation>
    </message>
    <message>
        <source>As fast as the recommended plan, to 0.1 %</source>
        <translation>与推荐方案一样快，差别不到 0.1 %</translation>
    </message>
    <message>
        <source>Proved best of %1</source>
        <translation>已证明为 %1 内最优</translation>
    </message>
</context>
<context>
    <name>heteroscope::HeadlineStrip</name>
    <message>
        <source>Headline figures</source>
        <translation>关键指标</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Exposed comm</source>
        <translation>暴露通信</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Peak of the device that is fullest, against its capacity.</source>
        <translation>占用最满的设备的峰值及其容量。</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>Of %1, the fullest: weights %2, gradients %3, optimizer %4, activations %5, logits %6, buffers %7, reserve %8; capacity %9.</source>
        <translation>最满的 %1：权重 %2，梯度 %3，优化器 %4，激活 %5，logits %6，缓冲区 %7，预留 %8；容量 %9。</translation>
    </message>
    <message>
        <source>Does not fit in memory: %1.</source>
        <translation>显存放不下：%1。</translation>
    </message>
    <message>
        <source>Expected error of the prediction: %1.</source>
        <translation>预测的预期误差：%1。</translation>
    </message>
    <message>
        <source>Cost of 1 M tokens</source>
        <translation>100 万 Token 成本</translation>
    </message>
    <message>
        <source>Price of all devices of the cluster for the time of a million tokens.</source>
        <translation>集群所有设备处理一百万 Token 期间的价格。</translation>
    </message>
    <message>
        <source>Energy of 1 M tokens</source>
        <translation>100 万 Token 能耗</translation>
    </message>
    <message>
        <source>Energy of the whole site for a million tokens.</source>
        <translation>整个站点处理一百万 Token 的能耗。</translation>
    </message>
</context>
<context>
    <name>heteroscope::HeatMapView</name>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>waiting for links</source>
        <translation>等待链路</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Heat map of the lanes</source>
        <translation>各通道热图</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>The heat map appears with the first simulated step.</source>
        <translation>完成首次步仿真后显示热图。</translation>
    </message>
    <message>
        <source>%1 · %2 to %3: %4 %5</source>
        <translation>%1 · %2 至 %3：%4 %5</translation>
    </message>
</context>
<context>
    <name>heteroscope::HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>搜索帮助</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Page of the help</source>
        <translation>帮助页面</translation>
    </message>
    <message>
        <source>No page has these words.</source>
        <translation>没有页面包含这些词。</translation>
    </message>
</context>
<context>
    <name>heteroscope::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
</context>
<context>
    <name>heteroscope::InspectorPage</name>
    <message>
        <source>Edit over time …</source>
        <translation>按时间编辑 …</translation>
    </message>
    <message>
        <source>Draw its rate over time (Alt+7)</source>
        <translation>绘制其速率随时间的变化 (Alt+7)</translation>
    </message>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::JobsModel</name>
    <message>
        <source>The project&apos;s own job</source>
        <translation>项目自身的任务</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>尚无</translation>
    </message>
    <message>
        <source>shares no link</source>
        <translation>不共享链路</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Step alone</source>
        <translation>单独的步时</translation>
    </message>
    <message>
        <source>Step together</source>
        <translation>共同的步时</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
</context>
<context>
    <name>heteroscope::JobsView</name>
    <message>
        <source>New job of the selection</source>
        <translation>由所选内容新建任务</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>See together</source>
        <translation>共同查看</translation>
    </message>
    <message>
        <source>Plan in turn</source>
        <translation>依次规划</translation>
    </message>
    <message>
        <source>Use these plans</source>
        <translation>使用这些方案</translation>
    </message>
    <message>
        <source>A further job on the selected nodes and devices, with the model and training of the project&apos;s own; no other job has these devices then</source>
        <translation>在所选节点和设备上新增一个任务，模型和训练与项目自身的相同；这些设备不再属于其他任务</translation>
    </message>
    <message>
        <source>The best plan of one job after the other beside the others, until none improves; that they are the best together is not proved</source>
        <translation>依次为每个任务在其他任务存在时寻找最佳方案，直到都不再改进；它们合起来最佳这一点没有证明</translation>
    </message>
    <message>
        <source>Jobs of the project, with their steps alone and together</source>
        <translation>项目的任务，及其单独和共同的步时</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Planning the jobs in turn ...</source>
        <translation>正在依次规划各任务 ...</translation>
    </message>
    <message>
        <source>Simulating the jobs together ...</source>
        <translation>正在共同模拟各任务 ...</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>没有答案</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>One job on this cluster</source>
        <translation>此集群上有一个任务</translation>
    </message>
    <message>
        <source>select nodes on the canvas to give them to a further job</source>
        <translation>在画布上选择节点，将其分配给另一个任务</translation>
    </message>
    <message>
        <source>%1 jobs on this cluster</source>
        <translation>此集群上有 %1 个任务</translation>
    </message>
    <message>
        <source>what was found is from before the edit</source>
        <translation>所得结果来自编辑之前</translation>
    </message>
    <message>
        <source>%1 plans changed</source>
        <translation>%1 个方案已更改</translation>
    </message>
    <message>
        <source>No better plans</source>
        <translation>没有更好的方案</translation>
    </message>
    <message>
        <source>%1 searches in turn; that they are the best together is not proved</source>
        <translation>依次搜索 %1 次；它们合起来最佳这一点没有证明</translation>
    </message>
    <message>
        <source>Together up to %1 slower</source>
        <translation>共同运行最多慢 %1</translation>
    </message>
    <message>
        <source>the means of the steps did not settle</source>
        <translation>步时的均值未稳定</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>New job</source>
        <translation>新建任务</translation>
    </message>
    <message>
        <source>Remove job</source>
        <translation>移除任务</translation>
    </message>
    <message>
        <source>Plans of the jobs</source>
        <translation>各任务的方案</translation>
    </message>
    <message>
        <source>planned together</source>
        <translation>共同规划</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Double click, or F2, changes name, model, batch and sequence length of a further job</source>
        <translation>双击或按 F2 可更改其他作业的名称、模型、批大小和序列长度</translation>
    </message>
    <message>
        <source>Rename job</source>
        <translation>重命名作业</translation>
    </message>
    <message>
        <source>Model of %1</source>
        <translation>%1 的模型</translation>
    </message>
    <message>
        <source>Training of %1</source>
        <translation>%1 的训练</translation>
    </message>
</context>
<context>
    <name>heteroscope::LaneDelegate</name>
    <message>
        <source>Lane of the rank</source>
        <translation>该 rank 的通道</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonAuthor</name>
    <message>
        <source>Write a lesson</source>
        <translation>编写课程</translation>
    </message>
    <message>
        <source>Preview of the lesson</source>
        <translation>课程预览</translation>
    </message>
    <message>
        <source>Text of the lesson</source>
        <translation>课程文本</translation>
    </message>
    <message>
        <source>Mistakes of the lesson</source>
        <translation>课程的错误</translation>
    </message>
    <message>
        <source>Enter or a double click leads to the place in the text</source>
        <translation>按 Enter 或双击跳到文本中的位置</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>打开 …</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>另存为 …</translation>
    </message>
    <message>
        <source>Check by playing</source>
        <translation>试玩检查</translation>
    </message>
    <message>
        <source>Simulates every step: one right answer to each question, goals that can be reached, formulas that agree</source>
        <translation>仿真每一步：每个问题一个正确答案，目标可达，公式相符</translation>
    </message>
    <message>
        <source>Play in the window</source>
        <translation>在窗口中播放</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>new.lesson.json</source>
        <translation>new.lesson.json</translation>
    </message>
    <message>
        <source>%1[*] – write a lesson</source>
        <translation>%1[*] – 编写课程</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>%1 was not written</source>
        <translation>%1 未写入</translation>
    </message>
    <message>
        <source>The text is a lesson of %1 steps.</source>
        <translation>该文本是一节有 %1 步的课程。</translation>
    </message>
    <message>
        <source>%1 mistakes; the preview is as it was before them.</source>
        <translation>%1 个错误；预览保持之前的样子。</translation>
    </message>
    <message>
        <source>Playing …</source>
        <translation>正在播放 …</translation>
    </message>
    <message>
        <source>Played to its end: each question has one right answer, each goal can be reached, and the formulas agree with the simulation.</source>
        <translation>已播放到底：每个问题有一个正确答案，每个目标可达，公式与仿真相符。</translation>
    </message>
    <message>
        <source>Playing it found %1 mistakes.</source>
        <translation>播放发现 %1 个错误。</translation>
    </message>
    <message>
        <source>1 mistake; the preview is as it was before it.</source>
        <translation>1 处错误；预览停留在出错之前。</translation>
    </message>
    <message>
        <source>Playing it found 1 mistake.</source>
        <translation>试玩发现 1 处错误。</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonCommands</name>
    <message>
        <source>%1 is no lesson that can be played</source>
        <translation>%1 不是可播放的课程</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>保存课程</translation>
    </message>
    <message>
        <source>Folder of the sheets</source>
        <translation>练习单文件夹</translation>
    </message>
    <message>
        <source>Save the verdicts</source>
        <translation>保存批改结果</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonCurve</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonPlayer</name>
    <message>
        <source>Begin a step of the lesson</source>
        <translation>开始课程的一步</translation>
    </message>
    <message>
        <source>Show what was asked</source>
        <translation>展示所问内容</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>课程：%1</translation>
    </message>
    <message>
        <source>In this lesson only its own controls may be changed</source>
        <translation>本课中只能改动其自身的控件</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonView</name>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Each lesson is a project that you can change. It asks before it shows, and checks by simulation.</source>
        <translation>每课都是一个可以修改的项目。它先提问再展示，并通过仿真检查。</translation>
    </message>
    <message>
        <source>Start the lesson</source>
        <translation>开始本课</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 / %2 步</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Lesson %1 of %2 · the end</source>
        <translation>第 %1 课，共 %2 课 · 结束</translation>
    </message>
    <message>
        <source>Lesson %1 of %2 · step %3 of %4</source>
        <translation>第 %1 课，共 %2 课 · 第 %3 步，共 %4 步</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>离开本课</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Hint %1 of %2</source>
        <translation>提示 %1 / %2</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>所有课程</translation>
    </message>
    <message>
        <source>Simulating …</source>
        <translation>正在仿真 …</translation>
    </message>
    <message>
        <source>✓ Right: %1</source>
        <translation>✓ 正确：%1</translation>
    </message>
    <message>
        <source>✗ Not so. Simulated: %1</source>
        <translation>✗ 不对。仿真结果：%1</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>Reached: %1</source>
        <translation>已达到：%1</translation>
    </message>
    <message>
        <source>Not reached: %1</source>
        <translation>未达到：%1</translation>
    </message>
    <message>
        <source>%1: measured %2, simulated %3 (%4)</source>
        <translation>%1：实测 %2，仿真 %3（%4）</translation>
    </message>
    <message>
        <source>Predict first</source>
        <translation>先预测</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>The formula, with your numbers</source>
        <translation>代入您的数值的公式</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Goals</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Hints</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Line: formula. Points: simulated, the large one where you are.</source>
        <translation>线：公式。点：仿真值，大点为当前位置。</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>What you saw</source>
        <translation>您看到了什么</translation>
    </message>
    <message>
        <source>To read on</source>
        <translation>延伸阅读</translation>
    </message>
    <message>
        <source>Open a file …</source>
        <translation>打开文件 …</translation>
    </message>
    <message>
        <source>Write a lesson …</source>
        <translation>编写课程 …</translation>
    </message>
    <message>
        <source>Exercise sheets …</source>
        <translation>练习单 …</translation>
    </message>
    <message>
        <source>The end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词数</translation>
    </message>
    <message>
        <source>Grade hand-ins …</source>
        <translation>批改作业 …</translation>
    </message>
    <message>
        <source>In this lesson only its own controls may be changed.</source>
        <translation>本课中只能改动其自身的控件。</translation>
    </message>
</context>
<context>
    <name>heteroscope::LibraryCommands</name>
    <message>
        <source>Links are now drawn as %1: drag from port to port</source>
        <translation>链路现以 %1 绘制：从端口拖到端口</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Add a cluster of %1 items</source>
        <translation>添加由 %1 个对象组成的集群</translation>
    </message>
</context>
<context>
    <name>heteroscope::LoadPages</name>
    <message>
        <source>Bars</source>
        <translation>条形图</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>How fast each operation runs, and how fast its device would let it run</source>
        <translation>每个算子的实际速度，以及设备允许的最高速度</translation>
    </message>
    <message>
        <source>What the heat map shows</source>
        <translation>热图显示的内容</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>The roofline appears with the first simulated step.</source>
        <translation>完成首次步仿真后显示 Roofline。</translation>
    </message>
    <message>
        <source>This step cannot be opened: %1</source>
        <translation>无法分解此训练步：%1</translation>
    </message>
</context>
<context>
    <name>heteroscope::LoadView</name>
    <message>
        <source>Where the time goes</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>all lanes</source>
        <translation>所有泳道</translation>
    </message>
    <message>
        <source>exposed %1 · bubble %2</source>
        <translation>暴露 %1 · 气泡 %2</translation>
    </message>
    <message>
        <source>share of %1</source>
        <translation>占 %1 的比例</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>peak memory / capacity</source>
        <translation>峰值显存 / 容量</translation>
    </message>
    <message>
        <source>The load appears with the first simulated step.</source>
        <translation>首次仿真训练步后将显示负载。</translation>
    </message>
    <message>
        <source>%1: %2 %3 = %4 of the step</source>
        <translation>%1：%2 %3 = 步时间的 %4</translation>
    </message>
    <message>
        <source>%1: weights %2, gradients %3, optimizer %4, activations %5, logits %6, buffers %7, reserve %8</source>
        <translation>%1：权重 %2，梯度 %3，优化器 %4，激活 %5，logits %6，缓冲区 %7，预留 %8</translation>
    </message>
</context>
<context>
    <name>heteroscope::LossQuestion</name>
    <message>
        <source>Without %1: %2</source>
        <translation>没有 %1：%2</translation>
    </message>
    <message>
        <source>planning ...</source>
        <translation>正在规划 ...</translation>
    </message>
    <message>
        <source>no plan found within %1</source>
        <translation>%1 内未找到方案</translation>
    </message>
    <message>
        <source>no plan fits</source>
        <translation>没有放得下的方案</translation>
    </message>
    <message>
        <source>%1, the plan on show goes on</source>
        <translation>%1，显示的方案继续运行</translation>
    </message>
    <message>
        <source>nothing to go on from</source>
        <translation>没有可继续的状态</translation>
    </message>
    <message>
        <source>%1 to go back to a checkpoint</source>
        <translation>回到检查点需 %1</translation>
    </message>
    <message>
        <source>%1 to move %2</source>
        <translation>移动 %2 需 %1</translation>
    </message>
    <message>
        <source>%1, %2 fits, %3</source>
        <translation>%1，%2 放得下，%3</translation>
    </message>
</context>
<context>
    <name>heteroscope::MainWindow</name>
    <message>
        <source>The language is chosen</source>
        <translation>已选择语言</translation>
    </message>
    <message>
        <source>It is used from the next start on.</source>
        <translation>下次启动后生效。</translation>
    </message>
    <message>
        <source>%1[*] – HeteroScope</source>
        <translation>%1[*] – HeteroScope</translation>
    </message>
    <message>
        <source>HeteroScope %1</source>
        <translation>HeteroScope %1</translation>
    </message>
    <message>
        <source>See where every millisecond of training goes on mixed hardware.
Free software under the GNU General Public License, version 3 or later.</source>
        <translation>看清混合硬件上训练的每一毫秒都花在哪里。
自由软件，依据 GNU 通用公共许可证第 3 版或更新版本发布。</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>The keyboard is in: %1</source>
        <translation>键盘焦点在：%1</translation>
    </message>
    <message>
        <source>%1[*] – calibration %2 – HeteroScope</source>
        <translation>%1[*] – 校准 %2 – HeteroScope</translation>
    </message>
</context>
<context>
    <name>heteroscope::MarkerList</name>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Markers of the timeline</source>
        <translation>时间线的标记</translation>
    </message>
    <message>
        <source>M in the timeline writes a marker</source>
        <translation>在时间线中按 M 写标记</translation>
    </message>
    <message>
        <source>1 marker</source>
        <translation>1 个标记</translation>
    </message>
    <message>
        <source>%1 markers</source>
        <translation>%1 个标记</translation>
    </message>
</context>
<context>
    <name>heteroscope::MarkerModel</name>
    <message>
        <source>%1, after the step</source>
        <translation>%1，在训练步之后</translation>
    </message>
    <message>
        <source>whole step</source>
        <translation>整个训练步</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>标记</translation>
    </message>
</context>
<context>
    <name>heteroscope::MeasuredView</name>
    <message>
        <source>Open trace …</source>
        <translation>打开跟踪 …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>A trace of the PyTorch profiler or of Chakra, one file a rank, or the pipeline dumps of Primus</source>
        <translation>PyTorch profiler 或 Chakra 的跟踪（每个 rank 一个文件），或 Primus 的流水线转储</translation>
    </message>
    <message>
        <source>Forgets the trace</source>
        <translation>移除该跟踪</translation>
    </message>
    <message>
        <source>Writes the causes as comma-separated values</source>
        <translation>将各原因写为逗号分隔值</translation>
    </message>
    <message>
        <source>Error by cause</source>
        <translation>按原因划分的误差</translation>
    </message>
    <message>
        <source>Ranks and their lanes</source>
        <translation>各 rank 及其通道</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>The trace was not opened</source>
        <translation>未能打开跟踪</translation>
    </message>
    <message>
        <source>%1 is no trace that can be read. Open a trace of the PyTorch profiler or of Chakra, one file a rank, or the pipeline dumps of Primus.</source>
        <translation>%1 不是可读取的跟踪。请打开 PyTorch profiler 或 Chakra 的跟踪（每个 rank 一个文件），或 Primus 的流水线转储。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>The run had %1 ranks, the plan has %2 devices.</source>
        <translation>该运行有 %1 个 rank，计划有 %2 个设备。</translation>
    </message>
    <message>
        <source>Means over the ranks of the trace and the lanes they are taken for; “Ranks” changes these.</source>
        <translation>对跟踪中各 rank 及其对应通道取平均；可在“Rank”中更改对应关系。</translation>
    </message>
    <message>
        <source>Reading the trace</source>
        <translation>正在读取跟踪</translation>
    </message>
    <message>
        <source>large ones take some seconds</source>
        <translation>较大的文件需要几秒钟</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>尚无实测数据</translation>
    </message>
    <message>
        <source>open a trace of a real run to see how far the simulation is from it, and why</source>
        <translation>打开真实运行的跟踪，查看仿真与之相差多少以及原因</translation>
    </message>
    <message>
        <source>is compared with the first simulated step</source>
        <translation>将与首个仿真步比较</translation>
    </message>
    <message>
        <source>Simulated is %1 off</source>
        <translation>仿真偏差 %1</translation>
    </message>
    <message>
        <source>%1: measured %2, simulated %3; most: %4, %5</source>
        <translation>%1：实测 %2，仿真 %3；最大来源：%4，%5</translation>
    </message>
    <message>
        <source>Open a trace, one file a rank</source>
        <translation>打开跟踪，每个 rank 一个文件</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.et *.log *.txt);;All files (*)</source>
        <translation>跟踪 (*.json *.json.gz *.et *.log *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Export the causes</source>
        <translation>导出各原因</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>The table was not saved</source>
        <translation>表格未保存</translation>
    </message>
    <message>
        <source>Calibrate from this</source>
        <translation>据此校准</translation>
    </message>
    <message>
        <source>Makes the devices of each type as fast as they were measured, as one undo step; “Factors” shows by how much</source>
        <translation>使每种类型的设备与实测一样快，可一步撤销；“系数”显示幅度</translation>
    </message>
    <message>
        <source>Speed of the devices against the simulated one</source>
        <translation>设备速度与仿真之比</translation>
    </message>
    <message>
        <source>Factors</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>Calibrate from %1</source>
        <translation>据 %1 校准</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Calibrated: the step took %1 before, takes %2 now, and was measured at %3; undo takes it back.</source>
        <translation>已校准：训练步之前为 %1，现在为 %2，实测为 %3；可撤销。</translation>
    </message>
    <message>
        <source>Calibrate the software</source>
        <translation>校准软件栈</translation>
    </message>
    <message>
        <source>Makes all devices faster or slower by one factor, that of the job’s software stack, those that the trace did not run on, too</source>
        <translation>用作业软件栈的一个系数使所有设备变快或变慢，包括该 trace 未用到的设备</translation>
    </message>
    <message>
        <source>Calibrate %1 from %2</source>
        <translation>用 %2 校准 %1</translation>
    </message>
    <message>
        <source>%1, all devices</source>
        <translation>%1，所有设备</translation>
    </message>
    <message>
        <source>All devices have the factor ×%1 of %2, but the job runs %3.</source>
        <translation>所有设备都带有 %2 的系数 ×%1，但作业使用 %3。</translation>
    </message>
</context>
<context>
    <name>heteroscope::MemoryPages</name>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>随时间</translation>
    </message>
    <message>
        <source>By schedule</source>
        <translation>按调度</translation>
    </message>
    <message>
        <source>How many micro-batches each stage holds, and how much memory, under every schedule of this plan</source>
        <translation>在此方案的每种调度下，各阶段持有多少微批次和多少显存</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Beyond it</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>自</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>Beyond the limit</source>
        <translation>超出上限</translation>
    </message>
    <message>
        <source>%1 holds</source>
        <translation>%1 持有</translation>
    </message>
    <message>
        <source>%1 peak</source>
        <translation>%1 峰值</translation>
    </message>
    <message>
        <source>%1, on show</source>
        <translation>%1，正在显示</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
</context>
<context>
    <name>heteroscope::MemoryTimeView</name>
    <message>
        <source>Memory over the step</source>
        <translation>一步内的显存</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Beyond it</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>the fullest lane of each stage</source>
        <translation>每个阶段最满的通道</translation>
    </message>
    <message>
        <source>the selected lanes</source>
        <translation>所选通道</translation>
    </message>
    <message>
        <source>%1 needs %2 more than it has</source>
        <translation>%1 需要比现有多 %2</translation>
    </message>
    <message>
        <source>each point is the max of %1</source>
        <translation>每个点是 %1 的最大值</translation>
    </message>
    <message>
        <source>seconds of the step</source>
        <translation>训练步的秒数</translation>
    </message>
    <message>
        <source>GiB per device</source>
        <translation>每台设备 GiB</translation>
    </message>
    <message>
        <source>beyond the limit</source>
        <translation>超出上限</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>%1 from %2: %3, %4 in flight</source>
        <translation>%1 自 %2 起：%3，%4 在途</translation>
    </message>
    <message>
        <source>%1 beyond the limit</source>
        <translation>超出上限 %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::MemoryView</name>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Peak memory of each lane</source>
        <translation>各泳道的峰值显存</translation>
    </message>
    <message>
        <source>Fullest, %1</source>
        <translation>最满：%1</translation>
    </message>
    <message>
        <source>beyond the capacity</source>
        <translation>超出容量</translation>
    </message>
    <message>
        <source>GiB per device</source>
        <translation>每台设备 GiB</translation>
    </message>
</context>
<context>
    <name>heteroscope::MessagesView</name>
    <message>
        <source>Apply fix: %1</source>
        <translation>修复：%1</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>The shown plan breaks a rule: %1</source>
        <translation>当前显示的方案违反一条规则：%1</translation>
    </message>
    <message>
        <source>search for a plan that obeys it, or change the rule</source>
        <translation>搜索满足它的方案，或更改规则</translation>
    </message>
    <message>
        <source>The project&apos;s plan cannot run: %1</source>
        <translation>项目的方案无法运行：%1</translation>
    </message>
    <message>
        <source>apply a plan of the ranking, or edit the plan by hand</source>
        <translation>采用排名中的方案，或手动修改方案</translation>
    </message>
    <message>
        <source>No plan fits: %1</source>
        <translation>没有方案放得下：%1</translation>
    </message>
    <message>
        <source>add devices or memory, or choose a smaller model or batch</source>
        <translation>增加设备或显存，或选择更小的模型或批大小</translation>
    </message>
</context>
<context>
    <name>heteroscope::Minimap</name>
    <message>
        <source>Map of the cluster</source>
        <translation>集群缩略图</translation>
    </message>
</context>
<context>
    <name>heteroscope::NoteText</name>
    <message>
        <source>Text of the note</source>
        <translation>便笺文字</translation>
    </message>
</context>
<context>
    <name>heteroscope::OverlayView</name>
    <message>
        <source>Measured ranks beside simulated lanes</source>
        <translation>实测 rank 与仿真通道并列</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>第 %1 名</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>above, simulated:</source>
        <translation>上，仿真：</translation>
    </message>
    <message>
        <source>below, measured:</source>
        <translation>下，实测：</translation>
    </message>
    <message>
        <source>Open a trace of a real run, or drop it here: PyTorch profiler, Chakra, Primus.</source>
        <translation>打开真实运行的跟踪，或拖放到此处：PyTorch profiler、Chakra、Primus。</translation>
    </message>
    <message>
        <source>%1, simulated: %2, %3 from %4</source>
        <translation>%1，仿真：%2，%3，始于 %4</translation>
    </message>
    <message>
        <source>rank %1, measured: %2, %3 from %4</source>
        <translation>rank %1，实测：%2，%3，始于 %4</translation>
    </message>
</context>
<context>
    <name>heteroscope::PaletteModel</name>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>%1 %2 (%3)
%4 memory at %5, %6 TFLOP/s in 16 bit
%7</source>
        <translation>%1 %2 (%3)
%4 显存，%5，16 位 %6 TFLOP/s
%7</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>any ports</source>
        <translation>任意端口数</translation>
    </message>
    <message>
        <source>Drag onto the canvas</source>
        <translation>拖到画布上</translation>
    </message>
    <message>
        <source>%1
%2 per direction, %3
Choose it, then draw links from port to port
%4</source>
        <translation>%1
每方向 %2，%3
选中后从端口到端口绘制链路
%4</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>%1 more …</source>
        <translation>另外 %1 个 …</translation>
    </message>
    <message>
        <source>%1
In this project&apos;s catalog</source>
        <translation>%1
在本项目的目录中</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>便笺</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>便笺</translation>
    </message>
    <message>
        <source>free text</source>
        <translation>自由文本</translation>
    </message>
    <message>
        <source>Drag onto the canvas, then write: Ctrl+Enter takes the text</source>
        <translation>拖到画布上再书写：Ctrl+Enter 采用文本</translation>
    </message>
</context>
<context>
    <name>heteroscope::PaletteView</name>
    <message>
        <source>Search the palette</source>
        <translation>搜索组件库</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>组件库</translation>
    </message>
    <message>
        <source>Open the example</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Draw links as this</source>
        <translation>以此类型绘制链路</translation>
    </message>
    <message>
        <source>Add to the canvas</source>
        <translation>添加到画布</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParallelPlot</name>
    <message>
        <source>Plans on parallel axes</source>
        <translation>平行坐标上的方案</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The plans appear with the first search.</source>
        <translation>第一次搜索后会出现方案。</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParallelView</name>
    <message>
        <source>All plans</source>
        <translation>所有方案</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>坐标轴</translation>
    </message>
    <message>
        <source>Drag along an axis to keep the plans within; click it to let them go</source>
        <translation>沿坐标轴拖动以保留范围内的方案；单击可解除</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>%1 of %2 plans</source>
        <translation>%1 / %2 个方案</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParetoModel</name>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParetoPlot</name>
    <message>
        <source>Pareto chart</source>
        <translation>帕累托图</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No plan shown is better in both.</source>
        <translation>图中没有方案在两方面都更好。</translation>
    </message>
    <message>
        <source>Point %1 is better: %2 %3, %4 %5</source>
        <translation>点 %1 更优：%2 %3，%4 %5</translation>
    </message>
    <message>
        <source>your plan, shown</source>
        <translation>您的方案，正在显示</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>正在显示</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParetoView</name>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>纵轴</translation>
    </message>
    <message>
        <source>against</source>
        <translation>对</translation>
    </message>
    <message>
        <source>Plans of the front</source>
        <translation>前沿上的方案</translation>
    </message>
    <message>
        <source>Left and below is better. A click shows a plan, a double click or Enter applies it.</source>
        <translation>越靠左下越好。单击显示方案，双击或按回车应用。</translation>
    </message>
    <message>
        <source>One worse plan is outside the axes; scroll to see it.</source>
        <translation>有一个更差的方案在坐标轴之外；滚动滚轮可见。</translation>
    </message>
    <message>
        <source>%1 worse plans are outside the axes; scroll to see them.</source>
        <translation>有 %1 个更差的方案在坐标轴之外；滚动滚轮可见。</translation>
    </message>
    <message>
        <source>No prices</source>
        <translation>没有价格</translation>
    </message>
    <message>
        <source>no device type of this cluster has one: give it a pricePerHour in the project file</source>
        <translation>此集群的设备类型都没有价格：请在项目文件中填写 pricePerHour</translation>
    </message>
    <message>
        <source>Use energy</source>
        <translation>改用能耗</translation>
    </message>
    <message>
        <source>No plans yet</source>
        <translation>还没有方案</translation>
    </message>
    <message>
        <source>draw a node, or open an example</source>
        <translation>请绘制一个节点，或打开示例</translation>
    </message>
    <message>
        <source>they appear with the search</source>
        <translation>搜索时会出现</translation>
    </message>
    <message>
        <source>no plan fits this cluster; Strategies says why</source>
        <translation>没有方案适合此集群；原因见“策略”</translation>
    </message>
    <message>
        <source>F5 searches for them</source>
        <translation>按 F5 搜索</translation>
    </message>
    <message>
        <source>Searching ...</source>
        <translation>正在搜索 ...</translation>
    </message>
    <message>
        <source>%1 of %2 families; the plans shown are the best so far</source>
        <translation>%1 / %2 个方案族；图中为目前最优的方案</translation>
    </message>
    <message>
        <source>the plans shown are the best so far</source>
        <translation>图中为目前最优的方案</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Waiting for the search</source>
        <translation>等待搜索</translation>
    </message>
    <message>
        <source>these plans are from before the edit</source>
        <translation>这些方案是修改之前的</translation>
    </message>
    <message>
        <source>so far only the plans of the ranking</source>
        <translation>目前只有排名中的方案</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>one plan is best in both: cost counts the whole cluster, so it grows with the time</source>
        <translation>同一方案在两方面都最优：费用按整个集群计算，因此随时间增长</translation>
    </message>
    <message>
        <source>no plan of %1 families is better in both than these %2, in %3</source>
        <translation>%1 个方案族中没有方案在两方面都优于这 %2 个，用时 %3</translation>
    </message>
    <message>
        <source>Not exact</source>
        <translation>不精确</translation>
    </message>
    <message>
        <source>%1 of %2 families were not followed to their end and may hold better plans</source>
        <translation>%1 / %2 个方案族未搜索到底，可能还有更好的方案</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>The filter of Strategies shows %1 of %2 plans.</source>
        <translation>策略筛选显示 %2 个计划中的 %1 个。</translation>
    </message>
    <message>
        <source>▲ by the rules of another planner</source>
        <translation>▲ 按另一规划器的规则</translation>
    </message>
    <message>
        <source>◇ outside the searched space</source>
        <translation>◇ 在搜索空间之外</translation>
    </message>
</context>
<context>
    <name>heteroscope::PictureCommands</name>
    <message>
        <source>The picture was not saved</source>
        <translation>图片未保存</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Nothing was printed</source>
        <translation>未打印</translation>
    </message>
    <message>
        <source>The printer rejected the page.</source>
        <translation>打印机拒绝了该页面。</translation>
    </message>
</context>
<context>
    <name>heteroscope::PlanBoard</name>
    <message>
        <source>Stages of the plan</source>
        <translation>方案的阶段</translation>
    </message>
    <message>
        <source>%1 layers in %2 chunks</source>
        <translation>%1 层，分 %2 块</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 of %2 samples</source>
        <translation>%1/%2 个样本</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>The stages appear with the first plan.</source>
        <translation>有了第一个方案后显示各阶段。</translation>
    </message>
    <message>
        <source>Pipeline %1</source>
        <translation>流水线 %1</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Swap with %1 (stage %2)</source>
        <translation>与 %1 交换（阶段 %2）</translation>
    </message>
    <message>
        <source>Join stage %1</source>
        <translation>加入阶段 %1</translation>
    </message>
    <message>
        <source>Replace by unused %1</source>
        <translation>换成未使用的 %1</translation>
    </message>
    <message>
        <source>Drag: layers go from one stage to the other (Shift+Left, Shift+Right)</source>
        <translation>拖动：在两个阶段之间移动层（Shift+左、Shift+右）</translation>
    </message>
    <message>
        <source>The devices of this stage are pinned, for the planner as well; a click frees them (L)</source>
        <translation>此阶段的设备已固定，规划器也会遵守；单击解除（L）</translation>
    </message>
    <message>
        <source>Pin the devices of this stage, for the planner as well (L)</source>
        <translation>固定此阶段的设备，规划器也会遵守（L）</translation>
    </message>
    <message>
        <source>Peak memory %1 of %2 on each device</source>
        <translation>每个设备峰值显存 %1，容量 %2</translation>
    </message>
    <message>
        <source>Move to a new stage</source>
        <translation>移到新阶段</translation>
    </message>
    <message>
        <source>New stage behind this one from unused %1</source>
        <translation>用未使用的 %1 在此后新建阶段</translation>
    </message>
    <message>
        <source>Drag onto a group: these devices take its place; or between two stages: they become one</source>
        <translation>拖到一个组上：这些设备取代它；拖到两个阶段之间：成为一个阶段</translation>
    </message>
    <message>
        <source>Drag onto a group to change places with it, onto a stage to join it, or between two stages to become one; its menu does the same</source>
        <translation>拖到一个组上以交换位置，拖到一个阶段上以加入，拖到两个阶段之间以成为一个阶段；菜单也可完成</translation>
    </message>
    <message>
        <source>%1 x 1 sample</source>
        <translation>%1 x 1 个样本</translation>
    </message>
    <message>
        <source>%1 x %2 samples</source>
        <translation>%1 x %2 个样本</translation>
    </message>
</context>
<context>
    <name>heteroscope::PlanEditor</name>
    <message>
        <source>Use best plan</source>
        <translation>采用最优方案</translation>
    </message>
    <message>
        <source>Replaces the project&apos;s plan by the best known plan; can be undone</source>
        <translation>用已知最优方案替换项目方案；可撤销</translation>
    </message>
    <message>
        <source>Move layers between stages</source>
        <translation>在阶段之间移动层</translation>
    </message>
    <message>
        <source>Swap TP groups</source>
        <translation>交换 TP 组</translation>
    </message>
    <message>
        <source>Move a TP group</source>
        <translation>移动 TP 组</translation>
    </message>
    <message>
        <source>Replace devices</source>
        <translation>替换设备</translation>
    </message>
    <message>
        <source>Not possible</source>
        <translation>无法执行</translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation>还没有方案</translation>
    </message>
    <message>
        <source>the best one appears here when the search has found it</source>
        <translation>搜索找到最优方案后在此显示</translation>
    </message>
    <message>
        <source>Cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>simulation starts</source>
        <translation>开始仿真</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>the search will show the difference to the best</source>
        <translation>搜索将给出与最优的差距</translation>
    </message>
    <message>
        <source>no plan in the space is faster: proved</source>
        <translation>空间内没有更快的方案：已证明</translation>
    </message>
    <message>
        <source>as good as the best known</source>
        <translation>与已知最优相当</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>against the best; %1</source>
        <translation>与最优相比；%1</translation>
    </message>
    <message>
        <source>Unlock stage %1</source>
        <translation>解锁阶段 %1</translation>
    </message>
    <message>
        <source>Lock stage %1</source>
        <translation>锁定阶段 %1</translation>
    </message>
    <message>
        <source>New stage</source>
        <translation>新阶段</translation>
    </message>
</context>
<context>
    <name>heteroscope::ProjectFiles</name>
    <message>
        <source>Nothing is lost: the changes are still in this window, and a copy is kept in %1. &quot;Save as&quot; writes them to another place.</source>
        <translation>没有丢失任何内容：更改仍在此窗口中，副本保存在 %1。“另存为”可写到其他位置。</translation>
    </message>
    <message>
        <source>Nothing is lost: the changes are still in this window. &quot;Save as&quot; writes them to another place.</source>
        <translation>没有丢失任何内容：更改仍在此窗口中。“另存为”可写到其他位置。</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>A copy of %1; saving asks for a name</source>
        <translation>%1 的副本；保存时会询问名称</translation>
    </message>
    <message>
        <source>The project is not saved</source>
        <translation>项目未保存</translation>
    </message>
    <message>
        <source>%1 is open elsewhere (%2). Close it there, or choose another name.</source>
        <translation>%1 已在别处打开 (%2)。请在那里关闭，或选择其他名称。</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>No copy of unsaved changes is kept: save now</source>
        <translation>未保存的更改没有备份：请立即保存</translation>
    </message>
    <message>
        <source>No unsaved work from earlier windows</source>
        <translation>没有之前窗口未保存的工作</translation>
    </message>
    <message>
        <source>Restored %1; it is not saved yet</source>
        <translation>已恢复 %1；尚未保存</translation>
    </message>
</context>
<context>
    <name>heteroscope::QuantityField</name>
    <message>
        <source>Unit of %1</source>
        <translation>%1的单位</translation>
    </message>
    <message>
        <source>A number between %1 and %2</source>
        <translation>%1 到 %2 之间的数</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
</context>
<context>
    <name>heteroscope::RankModel</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Taken for</source>
        <translation>对应通道</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
</context>
<context>
    <name>heteroscope::RecipeForm</name>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Nodes of another kind</source>
        <translation>添加另一种节点</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>互连结构</translation>
    </message>
    <message>
        <source>Single switch</source>
        <translation>单交换机</translation>
    </message>
    <message>
        <source>Fat tree</source>
        <translation>胖树</translation>
    </message>
    <message>
        <source>Rail-optimized</source>
        <translation>轨道优化</translation>
    </message>
    <message>
        <source>Rail-only</source>
        <translation>仅轨道</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>环形</translation>
    </message>
    <message>
        <source>Torus</source>
        <translation>环面</translation>
    </message>
    <message>
        <source>Zones with slow uplinks</source>
        <translation>慢上行链路的区域</translation>
    </message>
    <message>
        <source> : 1</source>
        <translation> : 1</translation>
    </message>
    <message>
        <source>Bandwidth of the nodes below a leaf / bandwidth of its uplink</source>
        <translation>叶交换机下节点带宽与其上行带宽之比</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Default: 4 nodes below a leaf, 32 nodes on one set of rails</source>
        <translation>默认：每个叶交换机下 4 个节点，每组轨道 32 个节点</translation>
    </message>
    <message>
        <source>as square as possible</source>
        <translation>尽量接近方形</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>收敛比</translation>
    </message>
    <message>
        <source>Nodes per leaf</source>
        <translation>每叶节点数</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Uplinks</source>
        <translation>上行链路</translation>
    </message>
    <message>
        <source>Number of nodes</source>
        <translation>节点数量</translation>
    </message>
    <message>
        <source>Kind of node</source>
        <translation>节点种类</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1，含 %2</translation>
    </message>
    <message>
        <source>Link of a node</source>
        <translation>节点的链路</translation>
    </message>
    <message>
        <source>Remove these nodes</source>
        <translation>去掉这些节点</translation>
    </message>
</context>
<context>
    <name>heteroscope::RecoveryDialog</name>
    <message>
        <source>today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>never saved</source>
        <translation>从未保存</translation>
    </message>
    <message>
        <source>%1, %2 devices, %3</source>
        <translation>%1，%2 个设备，%3</translation>
    </message>
    <message>
        <source>Unsaved work</source>
        <translation>未保存的工作</translation>
    </message>
    <message>
        <source>Unsaved work was kept</source>
        <translation>已保留未保存的工作</translation>
    </message>
    <message>
        <source>Unsaved work of %1 windows was kept</source>
        <translation>已保留 %1 个窗口中未保存的工作</translation>
    </message>
    <message>
        <source>A window ended before its changes were saved. Restored work opens as it was a few seconds before; nothing is written to its file until you save.</source>
        <translation>有窗口在保存更改前结束。恢复的工作会以几秒前的状态打开；保存之前不会写入其文件。</translation>
    </message>
    <message>
        <source>Kept work</source>
        <translation>保留的工作</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
</context>
<context>
    <name>heteroscope::RooflineView</name>
    <message>
        <source>%1 FLOP/B</source>
        <translation>%1 FLOP/B</translation>
    </message>
    <message>
        <source>Roofline of the operations</source>
        <translation>各算子的 Roofline</translation>
    </message>
    <message>
        <source>The roofline appears with the first simulated step.</source>
        <translation>完成首次步仿真后显示 Roofline。</translation>
    </message>
    <message>
        <source>No operation of this lane is priced by its shape.</source>
        <translation>该通道没有按形状计价的算子。</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>搬运量</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>计算强度</translation>
    </message>
    <message>
        <source>Achieved</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>Roof</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Of the roof</source>
        <translation>达到上限</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>FLOP for each byte moved</source>
        <translation>每搬运一字节的 FLOP</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>显存 %1</translation>
    </message>
    <message>
        <source>%1: the operations take %2 and reach %3 of their roofs in the mean; %4 of the computing time is not theirs. The squares in a row at the foot do no FLOP.</source>
        <translation>%1：各算子共用时 %2，平均达到其上限的 %3；计算时间的 %4 不属于它们。底部一排方块没有 FLOP。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>heteroscope::RuleRow</name>
    <message>
        <source>All of it is used</source>
        <translation>全部使用</translation>
    </message>
    <message>
        <source>Used only in stages</source>
        <translation>仅用于这些阶段</translation>
    </message>
    <message>
        <source>Used only in pipelines</source>
        <translation>仅用于这些流水线</translation>
    </message>
    <message>
        <source>Nothing else is used</source>
        <translation>只使用本组</translation>
    </message>
    <message>
        <source>Alone in stages</source>
        <translation>独占这些阶段</translation>
    </message>
    <message>
        <source>Alone in pipelines</source>
        <translation>独占这些流水线</translation>
    </message>
    <message>
        <source>Stays unused</source>
        <translation>保持不用</translation>
    </message>
    <message>
        <source>Stays out of stages</source>
        <translation>不进入这些阶段</translation>
    </message>
    <message>
        <source>Stays out of pipelines</source>
        <translation>不进入这些流水线</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Remove the rule</source>
        <translation>移除规则</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Pipelines</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Stages by their letters: A, C–E</source>
        <translation>用字母表示阶段：A, C–E</translation>
    </message>
    <message>
        <source>Pipelines by their numbers: 1, 3–5</source>
        <translation>用编号表示流水线：1, 3–5</translation>
    </message>
</context>
<context>
    <name>heteroscope::ScenarioView</name>
    <message>
        <source>Length of the time axis</source>
        <translation>时间轴长度</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Paste CSV</source>
        <translation>粘贴 CSV</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Links and devices that change</source>
        <translation>随时间变化的链路和设备</translation>
    </message>
    <message>
        <source>Links and devices whose rate changes over time</source>
        <translation>速率随时间变化的链路和设备</translation>
    </message>
    <message>
        <source>Points of the curve</source>
        <translation>曲线上的点</translation>
    </message>
    <message>
        <source>Take the curve from copied text: time in seconds and factor or bandwidth (Ctrl+V)</source>
        <translation>从复制的文本取曲线：以秒计的时间与系数或带宽 (Ctrl+V)</translation>
    </message>
    <message>
        <source>Make the rate constant</source>
        <translation>使速率恒定</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>Clear the curve</source>
        <translation>清除曲线</translation>
    </message>
    <message>
        <source>Select a link or a device on the canvas: its rate over time is drawn here.</source>
        <translation>在画布上选择链路或设备：其速率随时间的变化在此绘制。</translation>
    </message>
    <message>
        <source>Drag points; double-click adds one, Delete removes it. The time axis sets the start.</source>
        <translation>拖动点；双击添加，Delete 删除。时间轴设定起点。</translation>
    </message>
    <message>
        <source>Nothing changes over time yet</source>
        <translation>尚无随时间的变化</translation>
    </message>
    <message>
        <source>1 item changes</source>
        <translation>1 个对象变化</translation>
    </message>
    <message>
        <source>%1 items change</source>
        <translation>%1 个对象变化</translation>
    </message>
    <message>
        <source>Rate over time</source>
        <translation>速率随时间变化</translation>
    </message>
    <message>
        <source>They have different curves; what is drawn here replaces all of them.</source>
        <translation>它们的曲线各不相同；此处绘制的曲线将替换全部。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Nothing is copied: expected lines of time and factor, like 0,1 and 600,0.25</source>
        <translation>未复制内容：应为由时间和系数组成的行，如 0,1 和 600,0.25</translation>
    </message>
    <message>
        <source>Paste a curve</source>
        <translation>粘贴曲线</translation>
    </message>
    <message>
        <source>Add a point</source>
        <translation>添加点</translation>
    </message>
    <message>
        <source>Remove a point</source>
        <translation>移除点</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>What is drawn over time</source>
        <translation>随时间绘制的内容</translation>
    </message>
    <message>
        <source>The rate of links and devices, or what the devices of nodes cost: hscope replan counts it</source>
        <translation>链路和设备的速率，或节点的设备费用：hscope replan 会计入</translation>
    </message>
    <message>
        <source>Select a node on the canvas: what its devices cost over time is drawn here.</source>
        <translation>在画布上选择一个节点：其设备随时间的费用显示在这里。</translation>
    </message>
    <message>
        <source>Price over time</source>
        <translation>随时间的价格</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>每小时 %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::ScheduleModel</name>
    <message>
        <source>Needs %1; this plan has %2.</source>
        <translation>需要 %1；此方案为 %2。</translation>
    </message>
    <message>
        <source>It cannot run: %1.</source>
        <translation>无法运行：%1。</translation>
    </message>
    <message>
        <source>This plan would take %1 with a bubble of %2%3.</source>
        <translation>此方案将用时 %1，气泡 %2%3。</translation>
    </message>
    <message>
        <source>, and would not fit the memory</source>
        <translation>，且显存放不下</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>%1 · bubble %2</source>
        <translation>%1 · 气泡 %2</translation>
    </message>
    <message>
        <source>does not fit · bubble %1</source>
        <translation>放不下 · 气泡 %1</translation>
    </message>
    <message>
        <source>The plan&apos;s own list of actions.</source>
        <translation>方案自带的动作列表。</translation>
    </message>
    <message>
        <source>Two chunks in a stage; forwards and backwards of both run as pairs that hide each other&apos;s communication.</source>
        <translation>每阶段两个分块；两者的前向与反向成对运行，相互掩盖通信。</translation>
    </message>
    <message>
        <source>1F1B with a longer warm-up, which hides slow links and holds more.</source>
        <translation>预热更长的 1F1B，可掩盖慢链路，但保留更多激活。</translation>
    </message>
    <message>
        <source>All forwards, then all backwards: every micro-batch is held at once.</source>
        <translation>先全部前向，再全部反向：同时保留所有微批次。</translation>
    </message>
    <message>
        <source>Each stage runs the most urgent pass by the times of this plan; for uneven stages.</source>
        <translation>每个阶段按此方案的时间执行最紧迫的计算；适合不均匀的阶段。</translation>
    </message>
    <message>
        <source>Several chunks of layers in each stage: the bubble is divided by their number, sends are multiplied by it.</source>
        <translation>每个阶段含多个层分块：气泡除以分块数，发送次数乘以分块数。</translation>
    </message>
    <message>
        <source>One forward, one backward in turn: no more micro-batches in flight than stages ahead.</source>
        <translation>前向与反向交替进行：在途微批次数不超过后续阶段数。</translation>
    </message>
    <message>
        <source>Two chunks in a stage, down and up again: half the activations of 1F1B, and half its bubble.</source>
        <translation>每阶段两个分块，先下后上：激活为 1F1B 的一半，气泡也是其一半。</translation>
    </message>
    <message>
        <source>Two chunks in a stage, down and up again: a third of the activations of 1F1B, for equal passes.</source>
        <translation>每阶段两个分块，先下后上：激活为 1F1B 的三分之一，适合各遍计算耗时相等的情形。</translation>
    </message>
    <message>
        <source>Weight gradients are delayed to fill the gaps, with the memory of 1F1B.</source>
        <translation>权重梯度推迟到空隙中计算，显存与 1F1B 相同。</translation>
    </message>
    <message>
        <source>Weight gradients fill all gaps but the optimizer&apos;s, with about twice the memory of 1F1B.</source>
        <translation>权重梯度填满除优化器外的所有空隙，显存约为 1F1B 的两倍。</translation>
    </message>
    <message>
        <source>Two chunks in a stage, down and up again: almost no bubble with the memory of 1F1B.</source>
        <translation>每阶段两个分块，先下后上：几乎没有气泡，显存与 1F1B 相同。</translation>
    </message>
</context>
<context>
    <name>heteroscope::SchedulePicker</name>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Schedule of the shown plan</source>
        <translation>所示方案的调度</translation>
    </message>
    <message>
        <source>Bubble now: %1 of all device time</source>
        <translation>当前气泡：占全部设备时间的 %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::SensitivityModel</name>
    <message>
        <source>nothing fits</source>
        <translation>无方案可容纳</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>%1 with more, %2 with less</source>
        <translation>增加时 %1，减少时 %2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1, %2: %3 with %4</source>
        <translation>%1，%2：%3，方案 %4</translation>
    </message>
    <message>
        <source>, proved</source>
        <translation>，已证明</translation>
    </message>
    <message>
        <source>, gap %1</source>
        <translation>，差距 %1</translation>
    </message>
    <message>
        <source>; %1 with the plan of now</source>
        <translation>；用现有方案为 %1</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>更少</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>shorter | longer</source>
        <translation>更短 | 更长</translation>
    </message>
    <message>
        <source>×%1 or one more</source>
        <translation>×%1 或多一个</translation>
    </message>
    <message>
        <source>÷%1 or one less</source>
        <translation>÷%1 或少一个</translation>
    </message>
    <message>
        <source>Per unit</source>
        <translation>每单位</translation>
    </message>
    <message>
        <source>Per USD/h</source>
        <translation>每 USD/h</translation>
    </message>
    <message>
        <source>Enough</source>
        <translation>足够值</translation>
    </message>
</context>
<context>
    <name>heteroscope::SensitivityView</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Make the change</source>
        <translation>执行更改</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>Changes the cluster to what the selected row has more of, as one undo step (Enter)</source>
        <translation>将集群更改为所选行的更多值，可一步撤消（Enter）</translation>
    </message>
    <message>
        <source>What of the cluster is worth changing</source>
        <translation>集群中值得更改的内容</translation>
    </message>
    <message>
        <source>%1 of %2 looked at</source>
        <translation>已查看 %1 / %2</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>没有答案</translation>
    </message>
    <message>
        <source>Planning with more and less of everything ...</source>
        <translation>正在按各项的增减重新规划 ...</translation>
    </message>
    <message>
        <source>these figures are from before the edit</source>
        <translation>这些数字来自编辑之前</translation>
    </message>
    <message>
        <source>Nothing known yet</source>
        <translation>尚无结果</translation>
    </message>
    <message>
        <source>it begins when the search for plans is over</source>
        <translation>方案搜索结束后开始</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Waiting for the search</source>
        <translation>等待搜索</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No more of anything shortens the step</source>
        <translation>增加任何一项都不能缩短步骤</translation>
    </message>
    <message>
        <source>saves most, by planning again with %1</source>
        <translation>节省最多，按 %1 重新规划</translation>
    </message>
    <message>
        <source>Look at the rest</source>
        <translation>查看其余</translation>
    </message>
    <message>
        <source>Change: %1, %2</source>
        <translation>更改：%1，%2</translation>
    </message>
    <message>
        <source>Export what to change</source>
        <translation>导出更改建议</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
</context>
<context>
    <name>heteroscope::SequenceChart</name>
    <message>
        <source>Best sequence of plans over time</source>
        <translation>随时间变化的最佳方案序列</translation>
    </message>
    <message>
        <source>No plan runs: devices are gone</source>
        <translation>没有方案运行：设备已离开</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>The switch %1</source>
        <translation>切换 %1</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::SequenceView</name>
    <message>
        <source>Show its plan</source>
        <translation>显示其方案</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Plan over time</source>
        <translation>随时间的方案</translation>
    </message>
    <message>
        <source>When the time is moved here, the plan of the sequence at that time is shown</source>
        <translation>时间移到这里时，显示序列在该时刻的方案</translation>
    </message>
    <message>
        <source>Goes through the scenario in 20 seconds</source>
        <translation>在 20 秒内走完场景</translation>
    </message>
    <message>
        <source>Plans of the best sequence, with their switches</source>
        <translation>最佳序列的方案及其切换</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>重新规划</translation>
    </message>
    <message>
        <source>Planning over time ...</source>
        <translation>正在随时间规划 ...</translation>
    </message>
    <message>
        <source>what is shown is from before</source>
        <translation>显示的是之前的结果</translation>
    </message>
    <message>
        <source>%1 of %2 in this search</source>
        <translation>本次搜索 %1 / %2</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>没有答案</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>before all plans were timed</source>
        <translation>在所有方案计时完成之前</translation>
    </message>
    <message>
        <source>Nothing changes over time</source>
        <translation>没有随时间的变化</translation>
    </message>
    <message>
        <source>draw the rate of a link or device over time in the dock Scenario</source>
        <translation>在“场景”面板中绘制链路或设备随时间的速率</translation>
    </message>
    <message>
        <source>Which plan when?</source>
        <translation>何时用哪个方案？</translation>
    </message>
    <message>
        <source>finds the best sequence of plans over the scenario, switches included</source>
        <translation>找出场景中的最佳方案序列，含切换</translation>
    </message>
    <message>
        <source>From before the edit</source>
        <translation>编辑之前的结果</translation>
    </message>
    <message>
        <source>exact over %1 plans and %2 times · over greedy %3 · regret of the past %4</source>
        <translation>在 %1 个方案和 %2 个时刻上精确 · 比贪心高 %3 · 只知过去的遗憾 %4</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
</context>
<context>
    <name>heteroscope::Session</name>
    <message>
        <source>Apply %1</source>
        <translation>应用 %1</translation>
    </message>
    <message>
        <source>Schedule %1</source>
        <translation>调度 %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::ShapeForm</name>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Shape …</source>
        <translation>形状 …</translation>
    </message>
    <message>
        <source>Replace the curve by this one</source>
        <translation>用此曲线替换</translation>
    </message>
</context>
<context>
    <name>heteroscope::SheetDialog</name>
    <message>
        <source>Make the sheets</source>
        <translation>生成练习单</translation>
    </message>
    <message>
        <source>Exercise sheets</source>
        <translation>练习单</translation>
    </message>
    <message>
        <source>Lessons of the sheet</source>
        <translation>练习单的课程</translation>
    </message>
    <message>
        <source>Students</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>The same seed gives the same sheets</source>
        <translation>相同的种子得到相同的练习单</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>选择 …</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Simulating …</source>
        <translation>正在仿真 …</translation>
    </message>
    <message>
        <source>Wrote %1 files into %2: sheet.pdf to hand out, key.pdf for you, the students&apos; projects.</source>
        <translation>已将 %1 个文件写入 %2：sheet.pdf 用于分发，key.pdf 供您使用，以及学生的项目。</translation>
    </message>
    <message>
        <source>Wrote the sheets into %1</source>
        <translation>练习单已写入 %1</translation>
    </message>
    <message>
        <source>Each student gets the tasks of these lessons with numbers of their own, and hands in a project. The key is computed by simulation; &quot;Grade hand-ins&quot; checks what comes back.</source>
        <translation>每位学生得到这些课程的题目和各自的数字，并交回一个项目。答案由仿真算出；“批改作业”检查交回的项目。</translation>
    </message>
</context>
<context>
    <name>heteroscope::ShortcutEditor</name>
    <message>
        <source>Assign</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>无快捷键</translation>
    </message>
    <message>
        <source>Default key</source>
        <translation>默认快捷键</translation>
    </message>
    <message>
        <source>Customize shortcuts</source>
        <translation>自定义快捷键</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>搜索命令</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>命令及其快捷键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部恢复默认</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 is assigned to &quot;%2&quot;; assigning removes it there</source>
        <translation>%1 已分配给“%2”；分配后将从那里移除</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>重新分配</translation>
    </message>
</context>
<context>
    <name>heteroscope::ShortcutSheet</name>
    <message>
        <source>drag from a port</source>
        <translation>从端口拖动</translation>
    </message>
    <message>
        <source>draw a link</source>
        <translation>绘制链路</translation>
    </message>
    <message>
        <source>drag on nothing</source>
        <translation>在空白处拖动</translation>
    </message>
    <message>
        <source>select by rectangle</source>
        <translation>框选</translation>
    </message>
    <message>
        <source>Shift+click</source>
        <translation>Shift+单击</translation>
    </message>
    <message>
        <source>add to the selection</source>
        <translation>加入所选</translation>
    </message>
    <message>
        <source>Space+drag</source>
        <translation>空格+拖动</translation>
    </message>
    <message>
        <source>pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>zoom at the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <source>arrow keys</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>move the selection</source>
        <translation>移动所选对象</translation>
    </message>
    <message>
        <source>Alt+drag</source>
        <translation>Alt+拖动</translation>
    </message>
    <message>
        <source>move off the grid</source>
        <translation>脱离网格移动</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>zoom to a node, or fit</source>
        <translation>缩放到节点或适应窗口</translation>
    </message>
    <message>
        <source>cancel, then clear the selection</source>
        <translation>取消，然后清除所选</translation>
    </message>
    <message>
        <source>zoom and pan</source>
        <translation>缩放和平移</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>fit the step</source>
        <translation>整步适应窗口</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>load of the links</source>
        <translation>链路负载</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>画布</translation>
    </message>
    <message>
        <source>Ctrl+arrow keys</source>
        <translation>Ctrl+方向键</translation>
    </message>
    <message>
        <source>select what lies there</source>
        <translation>选择该方向的对象</translation>
    </message>
    <message>
        <source>Page Up, Page Down</source>
        <translation>Page Up、Page Down</translation>
    </message>
    <message>
        <source>select one after the other</source>
        <translation>依次选择</translation>
    </message>
    <message>
        <source>select bar and lane</source>
        <translation>选择条块和泳道</translation>
    </message>
    <message>
        <source>pin and hide lanes</source>
        <translation>固定和隐藏泳道</translation>
    </message>
    <message>
        <source>Shift+H</source>
        <translation>Shift+H</translation>
    </message>
    <message>
        <source>show all lanes</source>
        <translation>显示所有泳道</translation>
    </message>
    <message>
        <source>fold and filter lanes</source>
        <translation>折叠和筛选泳道</translation>
    </message>
    <message>
        <source>power and memory</source>
        <translation>功率与显存</translation>
    </message>
    <message>
        <source>find bars, next bar</source>
        <translation>查找条块，下一条块</translation>
    </message>
    <message>
        <source>Shift+G</source>
        <translation>Shift+G</translation>
    </message>
    <message>
        <source>group lanes by another thing</source>
        <translation>按其他方式分组通道</translation>
    </message>
    <message>
        <source>Alt+Up, Down</source>
        <translation>Alt+上、下</translation>
    </message>
    <message>
        <source>move lanes</source>
        <translation>移动通道</translation>
    </message>
    <message>
        <source>write a marker</source>
        <translation>写标记</translation>
    </message>
</context>
<context>
    <name>heteroscope::SoftwareSection</name>
    <message>
        <source>As the software</source>
        <translation>与软件一致</translation>
    </message>
    <message>
        <source>Software runs</source>
        <translation>软件支持</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>States sharded over replicas</source>
        <translation>状态在副本间分片</translation>
    </message>
    <message>
        <source>Parallelism inside a stage</source>
        <translation>阶段内并行</translation>
    </message>
    <message>
        <source>tensor parallelism</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>context parallelism</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Software runs %1</source>
        <translation>软件支持 %1</translation>
    </message>
    <message>
        <source>The planner searches only what is ticked. Ticked here: what %1 has by default; tick or untick below what your version of it differs in.</source>
        <translation>规划器只搜索已勾选的内容。此处勾选：%1 默认支持的内容；您的版本若有不同，请在下方勾选或取消。</translation>
    </message>
    <message>
        <source>%1 has it by default</source>
        <translation>%1 默认支持</translation>
    </message>
    <message>
        <source>%1 does not have it by default</source>
        <translation>%1 默认不支持</translation>
    </message>
    <message>
        <source>1 changed</source>
        <translation>已更改 1 项</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>已更改 %1 项</translation>
    </message>
    <message>
        <source>Software does not run %1</source>
        <translation>软件不支持 %1</translation>
    </message>
    <message>
        <source>Software as %1</source>
        <translation>软件与 %1 一致</translation>
    </message>
    <message>
        <source>Software as ticked</source>
        <translation>软件以勾选为准</translation>
    </message>
    <message>
        <source>states sharded over groups of replicas</source>
        <translation>状态在副本组上分片</translation>
    </message>
    <message>
        <source>TP by stage</source>
        <translation>按阶段取 TP</translation>
    </message>
    <message>
        <source>recompute by stage</source>
        <translation>按阶段重计算</translation>
    </message>
    <message>
        <source>Stages and pipelines that differ</source>
        <translation>互不相同的阶段和流水线</translation>
    </message>
    <message>
        <source>Parts recomputed alone</source>
        <translation>可单独重计算</translation>
    </message>
    <message>
        <source>attention core</source>
        <translation>注意力核心</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>latent attention</source>
        <translation>潜在注意力</translation>
    </message>
    <message>
        <source>MLP activation</source>
        <translation>MLP 激活</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>expert activation</source>
        <translation>专家激活</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>recompute: %1</source>
        <translation>重计算：%1</translation>
    </message>
    <message>
        <source>pipelines or samples that differ</source>
        <translation>互不相同的流水线或样本数</translation>
    </message>
    <message>
        <source>pipelines that differ and samples by speed in a stage</source>
        <translation>互不相同的流水线以及阶段内按速度分配样本</translation>
    </message>
</context>
<context>
    <name>heteroscope::SpeakerView</name>
    <message>
        <source>Speaker</source>
        <translation>讲者</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Black screen</source>
        <translation>黑屏</translation>
    </message>
    <message>
        <source>Cluster or schedule</source>
        <translation>集群或调度</translation>
    </message>
    <message>
        <source>End the presentation</source>
        <translation>结束演示</translation>
    </message>
    <message>
        <source>Next:</source>
        <translation>接下来：</translation>
    </message>
    <message>
        <source>Notes:</source>
        <translation>备注：</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>the end of the step</source>
        <translation>这一步的结束</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>现在：%1</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>接下来：%1</translation>
    </message>
    <message>
        <source>Time of day: %1</source>
        <translation>时刻：%1</translation>
    </message>
    <message>
        <source>Time since the begin: %1</source>
        <translation>已用时间：%1</translation>
    </message>
</context>
<context>
    <name>heteroscope::StatusBar</name>
    <message>
        <source>Escape opens the first example, already simulated</source>
        <translation>Esc 打开第一个已仿真的示例</translation>
    </message>
    <message>
        <source>1 2 3 4 choose an entry</source>
        <translation>1 2 3 4 选择入口</translation>
    </message>
    <message>
        <source>F1 opens the help</source>
        <translation>F1 打开帮助</translation>
    </message>
    <message>
        <source>device</source>
        <translation>个设备</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>个设备</translation>
    </message>
    <message>
        <source>link</source>
        <translation>条链路</translation>
    </message>
    <message>
        <source>links</source>
        <translation>条链路</translation>
    </message>
    <message>
        <source>results from before the edit</source>
        <translation>编辑前的结果</translation>
    </message>
    <message>
        <source>simulated in %1</source>
        <translation>仿真用时 %1</translation>
    </message>
    <message>
        <source>searching: %1 of %2 %3</source>
        <translation>正在搜索：%1 / %2 %3</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>plan: %1 simulated, %2 pruned, gap %3</source>
        <translation>方案：仿真 %1，剪枝 %2，差距 %3</translation>
    </message>
    <message>
        <source>error</source>
        <translation>个错误</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>个错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>个警告</translation>
    </message>
    <message>
        <source>warnings</source>
        <translation>个警告</translation>
    </message>
    <message>
        <source>No warnings</source>
        <translation>没有警告</translation>
    </message>
    <message>
        <source>results of another start time</source>
        <translation>另一个开始时间的结果</translation>
    </message>
    <message>
        <source>stopping the search</source>
        <translation>正在停止搜索</translation>
    </message>
    <message>
        <source>the ranking is from before</source>
        <translation>排名是之前的</translation>
    </message>
    <message>
        <source>no plan fits: %1 families tried</source>
        <translation>没有方案放得下：已试 %1 个族</translation>
    </message>
    <message>
        <source>plan: %1 simulated, %2 pruned, %3 not reached, gap %4</source>
        <translation>方案：仿真 %1，剪枝 %2，未到达 %3，差距 %4</translation>
    </message>
</context>
<context>
    <name>heteroscope::StepCommands</name>
    <message>
        <source>Replay at %1 of the usual speed</source>
        <translation>以通常速度的 %1 回放</translation>
    </message>
</context>
<context>
    <name>heteroscope::StepSection</name>
    <message>
        <source>Time in this step</source>
        <translation>本步时间</translation>
    </message>
    <message>
        <source>Memory at its peak</source>
        <translation>峰值时的显存</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Over by</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing is simulated yet.</source>
        <translation>尚无仿真结果。</translation>
    </message>
</context>
<context>
    <name>heteroscope::StrategyDelegate</name>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>proved</source>
        <translation>已证明</translation>
    </message>
</context>
<context>
    <name>heteroscope::StrategyModel</name>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>your plan</source>
        <translation>您的方案</translation>
    </message>
    <message>
        <source>proved: no open bound is lower</source>
        <translation>已证明：没有更低的未决下界</translation>
    </message>
    <message>
        <source>best so far</source>
        <translation>目前最佳</translation>
    </message>
    <message>
        <source>plan of %1, faster than the searched space: %2</source>
        <translation>%1 的方案，比搜索空间更快：%2</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>no plan</source>
        <translation>无方案</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Stages and layers</source>
        <translation>阶段与层</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Why not first</source>
        <translation>为何不是第一</translation>
    </message>
    <message>
        <source>not proved; %1</source>
        <translation>未证明；%1</translation>
    </message>
    <message>
        <source>not proved; no plan of the searched space fits</source>
        <translation>未证明；搜索空间中没有放得下的方案</translation>
    </message>
    <message>
        <source>%1; it does not fit</source>
        <translation>%1；放不下</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>kept plan &quot;%1&quot;</source>
        <translation>保留的方案 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>nearest to fitting</source>
        <translation>最接近放得下</translation>
    </message>
    <message>
        <source>nearest to fitting; %1</source>
        <translation>最接近放得下；%1</translation>
    </message>
    <message>
        <source>recommended; %1</source>
        <translation>推荐；%1</translation>
    </message>
    <message>
        <source>pinned; the present ranking does not have it</source>
        <translation>已固定；当前排名中没有它</translation>
    </message>
    <message>
        <source>not searched</source>
        <translation>未搜索</translation>
    </message>
    <message>
        <source>%1, open: %2 alike</source>
        <translation>%1，已展开：%2 个相似</translation>
    </message>
    <message>
        <source>%1, closed: %2 alike</source>
        <translation>%1，已折叠：%2 个相似</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Of the device with the least room left</source>
        <translation>剩余空间最少的设备的</translation>
    </message>
    <message>
        <source>bounded</source>
        <translation>过慢</translation>
    </message>
    <message>
        <source>rank 1 is faster in %1 of 100 draws</source>
        <translation>在 100 次抽样中第 1 名有 %1 次更快</translation>
    </message>
    <message>
        <source>not ticked: %1</source>
        <translation>未勾选：%1</translation>
    </message>
    <message>
        <source>was proved before the change</source>
        <translation>更改之前已证明</translation>
    </message>
    <message>
        <source>cannot run: %1</source>
        <translation>无法运行：%1</translation>
    </message>
</context>
<context>
    <name>heteroscope::StrategyView</name>
    <message>
        <source>Ranked strategies</source>
        <translation>策略排名</translation>
    </message>
    <message>
        <source>Export the ranking</source>
        <translation>导出排名</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Why not?</source>
        <translation>为何不是？</translation>
    </message>
    <message>
        <source>Select a row: a plan that loses, or a family that was ruled out.</source>
        <translation>请选择一行：落后的方案，或被排除的方案族。</translation>
    </message>
    <message>
        <source>Looking for the causes ...</source>
        <translation>正在查找原因 ...</translation>
    </message>
    <message>
        <source>Filter plans</source>
        <translation>筛选计划</translation>
    </message>
    <message>
        <source>Shows the plans whose plan, stages or reason has all these words, here and in the Pareto chart (Ctrl+F)</source>
        <translation>仅显示计划、阶段或原因中包含所有这些词的计划，此处与帕累托图均适用 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Searched: %1</source>
        <translation>搜索范围：%1</translation>
    </message>
</context>
<context>
    <name>heteroscope::StretchModel</name>
    <message>
        <source>none runs</source>
        <translation>无方案运行</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Switch takes</source>
        <translation>切换耗时</translation>
    </message>
    <message>
        <source>Gains</source>
        <translation>收益</translation>
    </message>
    <message>
        <source>Breaks even after</source>
        <translation>回本时间</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Time of work of this plan that the one before would not have done until the next switch, less what the switch takes</source>
        <translation>该方案在下次切换前所做而前一方案做不到的工作时间，减去切换耗时</translation>
    </message>
    <message>
        <source>From the beginning of the switch until it has done as much as staying would have</source>
        <translation>从切换开始到所完成的工作与不切换相同为止</translation>
    </message>
</context>
<context>
    <name>heteroscope::TermDetails</name>
    <message>
        <source>Formula, inputs and sources</source>
        <translation>公式、输入与来源</translation>
    </message>
</context>
<context>
    <name>heteroscope::ThingsView</name>
    <message>
        <source>Search drawn items</source>
        <translation>搜索所绘对象</translation>
    </message>
    <message>
        <source>Drawn items</source>
        <translation>所有对象</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>%1 ports</source>
        <translation>%1 个端口</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>便笺</translation>
    </message>
    <message>
        <source>Device groups</source>
        <translation>设备组</translation>
    </message>
    <message>
        <source>some copies</source>
        <translation>部分副本</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>%1 of %2 devices</source>
        <translation>%1/%2 个设备</translation>
    </message>
    <message>
        <source>Nothing found for “%1”</source>
        <translation>未找到“%1”</translation>
    </message>
    <message>
        <source>1 item x %1</source>
        <translation>1 个对象 x %1</translation>
    </message>
    <message>
        <source>%1 items x %2</source>
        <translation>%1 个对象 x %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::TimeBar</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>heteroscope::TimeSlider</name>
    <message>
        <source>Start time of the step</source>
        <translation>训练步的开始时间</translation>
    </message>
    <message>
        <source>When in the scenario the step begins. Page Up and Page Down go from change to change.</source>
        <translation>训练步在场景中的开始时刻。Page Up 和 Page Down 在各次变化之间跳转。</translation>
    </message>
</context>
<context>
    <name>heteroscope::TimelineView</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Play or pause the step (Space). “.” and “,” go from event to event, “]” and “[” set the speed, a drag on the ruler moves the head, Shift+click runs until there.</source>
        <translation>播放或暂停训练步（空格）。“.”和“,”逐事件跳转，“]”和“[”调节速度，拖动标尺移动播放头，Shift+单击运行到该处。</translation>
    </message>
    <message>
        <source>Timeline of one step</source>
        <translation>一个训练步的时间线</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>What makes the step as long as it is (C)</source>
        <translation>决定步时间的部分 (C)</translation>
    </message>
    <message>
        <source>The timeline appears with the first simulated step.</source>
        <translation>首次仿真训练步后将显示时间线。</translation>
    </message>
    <message>
        <source>Filter lanes</source>
        <translation>筛选泳道</translation>
    </message>
    <message>
        <source>Shows the lanes whose device, stage or replica has these words (/)</source>
        <translation>显示设备、阶段或副本含有这些词的泳道 (/)</translation>
    </message>
    <message>
        <source>1 lane folded</source>
        <translation>1 条泳道已折叠</translation>
    </message>
    <message>
        <source>%1 lanes folded</source>
        <translation>%1 条泳道已折叠</translation>
    </message>
    <message>
        <source>1 lane hidden</source>
        <translation>1 条泳道已隐藏</translation>
    </message>
    <message>
        <source>%1 lanes hidden</source>
        <translation>%1 条泳道已隐藏</translation>
    </message>
    <message>
        <source>1 lane filtered out</source>
        <translation>1 条泳道被筛除</translation>
    </message>
    <message>
        <source>%1 lanes filtered out</source>
        <translation>%1 条泳道被筛除</translation>
    </message>
    <message>
        <source>%1 earlier</source>
        <translation>早 %1</translation>
    </message>
    <message>
        <source>Power of the site at %1: %2, at most %3</source>
        <translation>%1 时的站点功率：%2，最多 %3</translation>
    </message>
    <message>
        <source>Memory of %1 at %2: %3</source>
        <translation>%1 在 %2 时的显存：%3</translation>
    </message>
    <message>
        <source>Power of the site</source>
        <translation>站点功率</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Find bars</source>
        <translation>查找条块</translation>
    </message>
    <message>
        <source>Find bars (Ctrl+F)</source>
        <translation>查找条块（Ctrl+F）</translation>
    </message>
    <message>
        <source>Lanes by: %1</source>
        <translation>通道按：%1</translation>
    </message>
    <message>
        <source>the plan, ungrouped</source>
        <translation>方案，不分组</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>node</source>
        <translation>个节点</translation>
    </message>
    <message>
        <source>replica, in large steps</source>
        <translation>副本，用于大型训练步</translation>
    </message>
    <message>
        <source>Text of the marker</source>
        <translation>标记的文字</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>heteroscope::Tour</name>
    <message>
        <source>The job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Model, batch and sequence length. The menu with all commands is at its left end, Live and Plan at its right.</source>
        <translation>模型、批大小和序列长度。左端是包含所有命令的菜单，右端是“实时”和“规划”。</translation>
    </message>
    <message>
        <source>The palette</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Drag nodes, switches and templates from here onto the canvas, or press Enter on one.</source>
        <translation>把节点、交换机和模板从这里拖到画布上，或在其上按 Enter。</translation>
    </message>
    <message>
        <source>The canvas</source>
        <translation>画布</translation>
    </message>
    <message>
        <source>The cluster. Drag from port to port to link; the wheel zooms from tiles to single devices. A click selects a part everywhere in the window.</source>
        <translation>集群。从端口拖到端口即可连接；滚轮可从方块缩放到单个设备。单击会在整个窗口中选中该部分。</translation>
    </message>
    <message>
        <source>The inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>All about what is selected: change a value, and the step follows.</source>
        <translation>所选内容的全部信息：改一个值，这一步随之更新。</translation>
    </message>
    <message>
        <source>The headline</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>The step in six figures, each with its error. Click one: it opens down to its formula and sources.</source>
        <translation>用六个数字概括这一步，每个都带误差。单击即可展开到公式和来源。</translation>
    </message>
    <message>
        <source>The timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Every device over the whole step. Point at a bar or a gap to read why it is there; F fits, C shows the critical path.</source>
        <translation>整个步中的每台设备。指向条块或空隙可读到其原因；F 适配，C 显示关键路径。</translation>
    </message>
    <message>
        <source>The breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>Where each second of a device goes, term by term, as formula and value.</source>
        <translation>设备的每一秒去了哪里，逐项给出公式和数值。</translation>
    </message>
    <message>
        <source>The strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>What Plan has found: plans by step time, why each loses, what does not fit, and what is proved.</source>
        <translation>“规划”的结果：按步时间排列的方案、各自落后的原因、放不下的方案以及已证明的内容。</translation>
    </message>
    <message>
        <source>The lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Predict, change one thing, see: fifteen short lessons, each an ordinary project.</source>
        <translation>预测，改变一件事，观察：十五节短课，每节都是普通的项目。</translation>
    </message>
    <message>
        <source>Messages and help</source>
        <translation>消息与帮助</translation>
    </message>
    <message>
        <source>At the bottom: what was simulated, and what is wrong with a click to mend it. F1 opens the help, ? the keys, Ctrl+K finds any command.</source>
        <translation>底部：仿真了什么，哪里有误并可一键修复。F1 打开帮助，? 显示快捷键，Ctrl+K 查找任何命令。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Skip the tour</source>
        <translation>跳过导览</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Tour of the window, %1 of %2: %3. %4</source>
        <translation>窗口导览，第 %1 / %2 站：%3。%4</translation>
    </message>
</context>
<context>
    <name>heteroscope::TrainingSection</name>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Frozen base (LoRA)</source>
        <translation>冻结的基座（LoRA）</translation>
    </message>
    <message>
        <source>one a sequence</source>
        <translation>每个序列一个</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Lengths of documents</source>
        <translation>文档长度</translation>
    </message>
    <message>
        <source>Tokens of some documents in the proportions of the data, with spaces between them. Sequences are packed with them, and attention stays inside each.</source>
        <translation>按数据中的比例给出若干文档的词元数，以空格分隔。序列由它们拼成，注意力只在各文档之内。</translation>
    </message>
    <message>
        <source>Moments</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Precision of moments</source>
        <translation>动量的精度</translation>
    </message>
    <message>
        <source>Precision in which Adam keeps its two moments</source>
        <translation>Adam 保存两个动量所用的精度</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Scaling recipe</source>
        <translation>缩放方案</translation>
    </message>
    <message>
        <source>What products in fp8 or fp4 are scaled by together</source>
        <translation>fp8 或 fp4 乘积中一起缩放的范围</translation>
    </message>
    <message>
        <source>Blocks are launched as recorded graphs, so the host issues no single kernels</source>
        <translation>各块以录制的图启动，因此主机不逐个发出内核</translation>
    </message>
    <message>
        <source>The model&apos;s own weights are not trained, only adapters beside them</source>
        <translation>不训练模型自身的权重，只训练旁边的适配器</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>不计</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>适配器的秩</translation>
    </message>
    <message>
        <source>Rank of the two products beside each product that has an adapter</source>
        <translation>每个带适配器的乘积旁两个乘积的秩</translation>
    </message>
    <message>
        <source>Base weights</source>
        <translation>基座权重</translation>
    </message>
    <message>
        <source>How the frozen weights of blocks are held</source>
        <translation>各块冻结权重的保存方式</translation>
    </message>
    <message>
        <source>Moments in %1</source>
        <translation>动量用 %1</translation>
    </message>
    <message>
        <source>Scale by %1</source>
        <translation>按 %1 缩放</translation>
    </message>
    <message>
        <source>Use CUDA graphs</source>
        <translation>使用 CUDA 图</translation>
    </message>
    <message>
        <source>Launch kernels one by one</source>
        <translation>逐个启动内核</translation>
    </message>
    <message>
        <source>Train adapters</source>
        <translation>训练适配器</translation>
    </message>
    <message>
        <source>Train all weights</source>
        <translation>训练全部权重</translation>
    </message>
    <message>
        <source>Adapters of rank %1</source>
        <translation>秩为 %1 的适配器</translation>
    </message>
    <message>
        <source>Base weights in %1</source>
        <translation>基座权重用 %1</translation>
    </message>
    <message>
        <source>Do not pack documents</source>
        <translation>不打包文档</translation>
    </message>
    <message>
        <source>Pack documents</source>
        <translation>打包文档</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>按实测</translation>
    </message>
    <message>
        <source>Weights in fp8</source>
        <translation>权重用 fp8</translation>
    </message>
    <message>
        <source>Weights of blocks are held and gathered in 8 bits (fp8 primary weights)</source>
        <translation>块的权重以 8 位保存和聚集（fp8 primary weights）</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>all but routed experts</source>
        <translation>除路由专家外全部</translation>
    </message>
    <message>
        <source>all, routed experts too</source>
        <translation>全部，包括路由专家</translation>
    </message>
    <message>
        <source>Adapters of</source>
        <translation>适配器位置</translation>
    </message>
    <message>
        <source>Adapter targets</source>
        <translation>适配器目标</translation>
    </message>
    <message>
        <source>Which products have an adapter beside them</source>
        <translation>哪些矩阵乘带有适配器</translation>
    </message>
    <message>
        <source>as the software</source>
        <translation>随软件</translation>
    </message>
    <message>
        <source>each copy by itself</source>
        <translation>每份单独发送</translation>
    </message>
    <message>
        <source>once to each node</source>
        <translation>每个节点一次</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>分发</translation>
    </message>
    <message>
        <source>Dispatch of experts</source>
        <translation>专家分发</translation>
    </message>
    <message>
        <source>How tokens reach experts on other devices: each copy by itself, or once to each node and on inside it</source>
        <translation>token 如何到达其他设备上的专家：每份单独发送，或每个节点一次再在节点内转发</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>passes of another micro-batch</source>
        <translation>另一微批次的传递</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Beside the dispatch of experts</source>
        <translation>专家分发的同时</translation>
    </message>
    <message>
        <source>What computes while tokens travel to experts and back</source>
        <translation>token 往返专家期间进行的计算</translation>
    </message>
    <message>
        <source>Hold weights in fp8</source>
        <translation>以 fp8 保存权重</translation>
    </message>
    <message>
        <source>Hold weights in 16 bits</source>
        <translation>以 16 位保存权重</translation>
    </message>
    <message>
        <source>Adapters of: %1</source>
        <translation>适配器位置：%1</translation>
    </message>
    <message>
        <source>Dispatch of experts: %1</source>
        <translation>专家分发：%1</translation>
    </message>
    <message>
        <source>Beside the dispatch of experts: %1</source>
        <translation>专家分发的同时：%1</translation>
    </message>
</context>
<context>
    <name>heteroscope::TrayModel</name>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步骤时间</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
</context>
<context>
    <name>heteroscope::WelcomePage</name>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Start from an example</source>
        <translation>从示例开始</translation>
    </message>
    <message>
        <source>Draw a cluster</source>
        <translation>绘制集群</translation>
    </message>
    <message>
        <source>Drag nodes, switches and links; every change is simulated at once.</source>
        <translation>拖放节点、交换机和链路；每次更改都会立即仿真。</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>A project saved before, or one that somebody sent you.</source>
        <translation>之前保存的项目，或他人发来的项目。</translation>
    </message>
    <message>
        <source>MFU %1</source>
        <translation>MFU %1</translation>
    </message>
    <message>
        <source>%1, a plan and its step of %2, ready to change.</source>
        <translation>%1，含方案及其 %2 的训练步，可随时修改。</translation>
    </message>
    <message>
        <source>%1, a plan and its step, ready to change.</source>
        <translation>%1，含方案及其训练步，可随时修改。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>What you save appears here.</source>
        <translation>保存的项目会显示在这里。</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Take a lesson</source>
        <translation>学习一课</translation>
    </message>
    <message>
        <source>Predict, change one thing, and see why pipelines wait.</source>
        <translation>先预测，改变一处，看看流水线为什么等待。</translation>
    </message>
</context>
<context>
    <name>heteroscope::WhatIfHistory</name>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Step on show</source>
        <translation>显示的训练步</translation>
    </message>
    <message>
        <source>to the start</source>
        <translation>与起点相比</translation>
    </message>
    <message>
        <source>Best plan</source>
        <translation>最佳方案</translation>
    </message>
    <message>
        <source>Cost of 1 M tokens</source>
        <translation>100 万 Token 成本</translation>
    </message>
    <message>
        <source>Energy of 1 M tokens</source>
        <translation>100 万 Token 能耗</translation>
    </message>
</context>
<context>
    <name>heteroscope::WhatIfSlider</name>
    <message>
        <source>Back to the start: %1</source>
        <translation>回到起点：%1</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>回到 %1</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>自 %1</translation>
    </message>
    <message>
        <source>×%1</source>
        <translation>×%1</translation>
    </message>
</context>
<context>
    <name>heteroscope::WhatIfView</name>
    <message>
        <source>Start here</source>
        <translation>从此开始</translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>回到起点</translation>
    </message>
    <message>
        <source>Compares with the project as it is now</source>
        <translation>与项目的当前状态比较</translation>
    </message>
    <message>
        <source>Numbers to change</source>
        <translation>可更改的数值</translation>
    </message>
    <message>
        <source>Changes since the start</source>
        <translation>自起点以来的更改</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2 → %3, %4</source>
        <translation>%1 %2 → %3，%4</translation>
    </message>
    <message>
        <source>Nothing to change yet</source>
        <translation>尚无可更改之处</translation>
    </message>
    <message>
        <source>draw a node, or mend what the messages say</source>
        <translation>绘制一个节点，或修正消息所指出的问题</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>在起点</translation>
    </message>
    <message>
        <source>move a slider: the step and the plans follow, and each change stays below to go back to</source>
        <translation>移动滑块：训练步和方案随之更新，每次更改都保留在下方以便返回</translation>
    </message>
    <message>
        <source>Simulating ...</source>
        <translation>正在仿真 ...</translation>
    </message>
    <message>
        <source>No plan runs with this change</source>
        <translation>作此更改后没有方案可运行</translation>
    </message>
    <message>
        <source>the messages say why</source>
        <translation>原因见消息</translation>
    </message>
    <message>
        <source>best plan</source>
        <translation>最佳方案</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>训练步 %1</translation>
    </message>
    <message>
        <source>searching for the best plan</source>
        <translation>正在搜索最佳方案</translation>
    </message>
    <message>
        <source>F5 searches for the best plan</source>
        <translation>按 F5 搜索最佳方案</translation>
    </message>
    <message>
        <source>Filter numbers: latency, price, a name</source>
        <translation>筛选数值：延迟、价格、名称</translation>
    </message>
</context>
<context>
    <name>heteroscope::WhyNotPanel</name>
    <message>
        <source>Show this plan</source>
        <translation>显示此方案</translation>
    </message>
    <message>
        <source>Why not this one</source>
        <translation>为何不是这个</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Shows it in every view; nothing is changed until it is applied</source>
        <translation>在所有视图中显示；应用之前不会更改任何内容</translation>
    </message>
    <message>
        <source>Step time compared with the best plan</source>
        <translation>步时间，与最优方案相比</translation>
    </message>
    <message>
        <source>Over the memory of the device</source>
        <translation>超出设备显存</translation>
    </message>
    <message>
        <source>Its plan with the min bound, %1, takes %2 in the simulation.</source>
        <translation>其下界最小的方案 %1 在模拟中用时 %2。</translation>
    </message>
    <message>
        <source>It has too many layouts to check all of them.</source>
        <translation>布局太多，无法全部检查。</translation>
    </message>
    <message>
        <source>Min time by cause</source>
        <translation>最短时间（按原因）</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
</context>
<context>
    <name>heteroscope::WindowMenu</name>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
</context>
<context>
    <name>heteroscope::WorkloadBar</name>
    <message>
        <source>Workload</source>
        <translation>训练负载</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批大小</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The model to train</source>
        <translation>要训练的模型</translation>
    </message>
    <message>
        <source>Sequences in one step, over all replicas</source>
        <translation>一步中所有副本的序列总数</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Tokens in one sequence</source>
        <translation>一个序列中的 token 数</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>All commands (Alt+M)</source>
        <translation>所有命令 (Alt+M)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>Batch %1</source>
        <translation>批大小 %1</translation>
    </message>
    <message>
        <source>Sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Stop the search and keep the best plan so far (Shift+F5)</source>
        <translation>停止搜索并保留目前最佳方案 (Shift+F5)</translation>
    </message>
    <message>
        <source>Search until the fastest plan is proved (F5)</source>
        <translation>搜索直至证明最快方案 (F5)</translation>
    </message>
    <message>
        <source>Results follow every edit (Ctrl+R)</source>
        <translation>结果随每次编辑更新 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Results wait until you plan (Ctrl+R)</source>
        <translation>结果等到规划时更新 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>The layout of the window</source>
        <translation>窗口布局</translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>布局：%1</translation>
    </message>
</context>
</TS>
